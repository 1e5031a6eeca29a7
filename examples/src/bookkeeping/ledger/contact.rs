//! Customers and suppliers.

use serde::Serialize;

use super::{Books, ContactId, LedgerError};

/// A customer, a supplier, or both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Contact {
    /// The contact's id.
    #[serde(rename = "ContactId")]
    pub id: ContactId,
    /// The name.
    pub name: String,
    /// Where invoices are sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
}

/// A contact that is there no more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct DeletedContact {
    /// The contact as it was.
    pub deleted: Contact,
}

impl Books {
    /// Adds a contact.
    pub fn add_contact(&mut self, name: impl Into<String>, email: Option<&str>) -> Contact {
        let id = self.contacts.next_id();
        let contact = Contact { id: id.clone(), name: name.into(), email: email.map(str::to_owned) };
        self.contacts.put(id, contact.clone());
        contact
    }

    /// All contacts, or those with `name` in their name, case-insensitively.
    pub fn contacts(&self, name: Option<&str>) -> Vec<Contact> {
        let wanted = name.map(str::to_lowercase);
        let matches = |contact: &&Contact| match &wanted {
            Some(wanted) => contact.name.to_lowercase().contains(wanted),
            None => true,
        };
        self.contacts.iter().filter(matches).cloned().collect()
    }

    /// Deletes a contact that no document refers to.
    ///
    /// # Errors
    ///
    /// There is no such contact, or it has documents.
    pub fn delete_contact(&mut self, id: &ContactId) -> Result<DeletedContact, LedgerError> {
        let contact = self.contacts.get(id)?;
        let documents = self.documents_of(id);
        if !documents.is_empty() {
            return Err(LedgerError::InUse { id: id.clone(), name: contact.name.clone(), documents });
        }
        Ok(DeletedContact { deleted: self.contacts.remove(id)? })
    }

    /// The documents of a contact, counted, in words; empty if there are none.
    fn documents_of(&self, id: &ContactId) -> String {
        let counts = [
            ("invoice", self.invoices.iter().filter(|invoice| invoice.contact == *id).count()),
            ("bill", self.bills.iter().filter(|bill| bill.contact == *id).count()),
            ("credit note", self.credit_notes.iter().filter(|note| note.contact == *id).count()),
        ];
        let words = counts.into_iter().filter(|&(_, count)| count > 0).map(|(name, count)| match count {
            1 => format!("1 {name}"),
            _ => format!("{count} {name}s"),
        });
        words.collect::<Vec<_>>().join(", ")
    }

    /// The name of a contact that a document refers to.
    pub(super) fn contact_name(&self, id: &ContactId) -> String {
        self.contacts.get(id).map(|contact| contact.name.clone()).unwrap_or_default()
    }
}
