//! Failures of the database.
