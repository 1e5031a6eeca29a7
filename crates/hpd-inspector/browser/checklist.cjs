// Every box of the checklist, by its text: what the pages show of the pipeline, the thinking panel, health and questions.
const { check, textOf } = require("./reader.cjs");

// A payment that is blocked, corrected, confirmed and carried out; a false claim about it; an order whose values come from
// the profile. In another session: questions of each kind that wait.
const conversation = async (program) => {
  program.say("> Record ₹5000 payment from Acme Corp");
  await program.call("create_payment", { AccountId: "ACC-1000" });
  await program.call("get_all_invoices", {});
  await program.call("create_payment", '{"AccountId": "ACC-1000", "Amount": "5000", "Applications": [{"InvoiceId": "INV-042", "Amount": 5000}],}');
  // It waits for the user: this is not true.
  await program.answer("✅ Payment of ₹5000 recorded!");
};

const rest = async (program) => {
  await program.call("get_invoice", { InvoiceId: "INV-999" });
  program.say("@chat-2");
  program.say("> Order some, move the due date, and void the old invoice");
  await program.call("place_order", { item: "milk" });
  await program.reply("Yes");
  await program.call("update_invoice", { InvoiceId: "INV-041", DueDate: "2026-04-01" });
  await program.call("void_invoice", { InvoiceId: "INV-041" });
  program.say("@desk");
};

// Of a session's card: tool, which one of its cards, and the texts.
const cards = [
  ["create_payment", 0, [
    "❌ blocked", "9a Call : passed", "9b Arguments : passed", "9c Write? : passed", "9d Confirm : not reached", "9e Validate : with a warning",
    "9f Execute : not reached", "9g Result : with a warning", "9h Guardrail :",
    "Step 9a: Tool Call", "Tool Bookkeeping.create_payment", "Write yes", "Text of the model", '{"AccountId":"ACC-1000"}',
    "Step 9e: Write Validation", "Blocked: missing Amount, Applications", "Tool create_payment", "Status ❌ BLOCKED",
    "Missing Amount, Applications[]", "Action Returning error to LLM for self-correction", /Duration [\d.,]+ms/, "Amount is required",
    "Step 9g: Result for the LLM", "Codes REQUIRED_FIELD", "Receipt", "not carried out, missing: Amount, Applications",
    "Raw event", '"type": "write_validation"', '"missing_fields": [',
  ]],
  ["create_payment", 1, [
    "✅ done", /took [\d,]*\d,\d{3}ms/, /\+[\d,]+ms/, "Retry #2: Previous attempt blocked by pre-flight validation",
    "Step 9b: Reading of Arguments", "EXTRA_COMMA", "Arguments as read", "from the model",
    "Step 9e (retry): Write Validation", "Validated: create_payment", "Status ✅ PASSED", "Fields AccountId, Amount, Applications[1]",
    "Step 9d: MCQ Confirmation", "Risk low", "Options ✅ Yes, create payment · ❌ Cancel", "Confirmation one confirmation",
    "Decision", "Verdict ✅ APPROVED", "By the user of the program via inspector",
    "Step 9f: MCP Execution", "Status ✅ SUCCESS", "Result", "PaymentId", "Receipt", "carried out", '"type": "tool_retry"', '"type": "tool_result"',
  ]],
  ["place_order", 0, [
    "Question for values", "To be confirmed address, phone", "Action Asking the user", 'item "milk" from the model', 'contact_name "John" from the profile',
    "Confirmation one confirmation", "⏳ waiting",
  ]],
  ["update_invoice", 0, ["⏳ waiting", "Confirmation summary of changes", "What changes", "Before", "After", "2026-04-01"]],
  ["void_invoice", 0, ["⏳ waiting", "Risk high", "Confirmation type to confirm"]],
];

// Of a page: path, and the texts.
const boxes = [
  ["/session/desk", ["Message of the user", "Record ₹5000 payment from Acme Corp", "Thinking", "Replay", "Step 9h: Reverse Guardrail"]],
  ["/session/desk", ["Validating write arguments…", "Missing fields detected, retrying…"]],
  ["/session/desk/thinking", ["Validating write arguments…", "Missing fields detected, retrying…"]],
  ["/", ["desk", "chat-2", "❌ 1 blocked", "⏳ 3 waiting", "❌ 1 failed"]],
  ["/health", [
    "Write validation block rate", "should be > 0", "Self-correction success rate", "how often the LLM fixes itself after a block",
    "Write tool failure rate after validation", "should be near 0", "p50", "p95", "Max", "Calls by hour", "Times by hour",
    "Calls by function", "Warnings by code", "EXTRA_COMMA", "REQUIRED_FIELD",
  ]],
  ["/health?span=all&tool=create_payment", ["Calls by day", "of create_payment"]],
  ["/blocked", ["Query", "Record ₹5000 payment from Acme Corp", "create_payment", "missing Amount, Applications"]],
  ["/approvals", [
    "✅ Yes, update invoice", "❌ Cancel", "Risk: medium.", "What changes", "Type \"VOID INV-041\" to confirm", "Risk: high.",
    "Reason, if you say no", "Change values first", "Session chat-2",
  ]],
  ["/tools?session=desk", [
    "FinancialAnalysisPlugin", "(container)", "(skill)", "write, high risk", "the function says `write`", "✅ listed", "– hidden", "is not expanded",
    "↳ CalculateCurrentRatio", "Revealed by QuickLiquidityAnalysis; see its own line", "bytes of names", "tokens", "Unclassified tools",
    "print_page", "Reports of the build",
  ]],
  ["/search?tool=create_payment&status=warn", ["create_payment", "blocked or not carried out", "entries were looked at"]],
  ["/search?call=call_2", ["get_all_invoices"]],
  ["/search?text=acme+corp", ["Message of the user"]],
  ["/search?tool=nothing", ["No call fits."]],
  ["/journal", ["Entries", "Hash of the last one", "The journal was not verified since this program started.", "Verify now", "Export", "at most 10,000 at a time"]],
  ["/nowhere", ["There is no page at this address."]],
  ["/call/999999", ["The journal has no event of this number."]],
];

const has = (text, wanted) => (wanted instanceof RegExp ? wanted.test(text) : text.includes(wanted));

const checkTexts = (what, text, wanted) => {
  const missing = wanted.filter((one) => !has(text, one));
  check(what, missing.length === 0, missing.length === 0 ? `${wanted.length} texts` : `no ${missing.join(" | ")} in: ${text.slice(0, 3000)}`);
};

const checklist = async (page) => {
  for (const session of ["desk", "chat-2"]) {
    await page.goto(`${page.origin}/session/${session}`);
    for (const [tool, nth, wanted] of cards) {
      const ids = await page.evaluate(
        (tool) => [...document.querySelectorAll("article")].filter((card) => card.querySelector("h2").textContent === tool).map((card) => card.id),
        tool,
      );
      if (ids.length <= nth) continue;
      checkTexts(`card ${nth + 1} of ${tool} in ${session}`, await textOf(page, `#${ids[nth]}`), wanted);
      page.seen = (page.seen ?? 0) + 1;
    }
  }
  check("each card of the checklist was found", page.seen === cards.length, `${page.seen} of ${cards.length}`);
  for (const [path, wanted] of boxes) {
    await page.goto(page.origin + path);
    checkTexts(`texts of ${path}`, await textOf(page), wanted);
  }
};

module.exports = { checklist, conversation, rest };
