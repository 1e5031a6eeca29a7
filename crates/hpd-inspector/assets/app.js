// The inspector's own script: live cards, answers, times in the reader's zone, replay.
// HTML comes from our server alone, which escapes every value.
const policy = window.trustedTypes?.createPolicy("hpd", { createHTML: (html) => html });
const parse = (html) => new DOMParser().parseFromString(policy ? policy.createHTML(html) : html, "text/html").body;
const one = (selector, root = document) => root.querySelector(selector);
const say = (text) => {
  const place = one("#connection");
  if (!place) return;
  place.textContent = text;
  place.dataset.on = text === "Live" ? "1" : "";
};
const OVER = "No connection: open a new link, or load the page again";

const zone = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const hour = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const localTimes = (root) => {
  for (const label of root.querySelectorAll("text[data-hour]")) label.textContent = hour.format(new Date(label.dataset.hour));
  for (const time of root.querySelectorAll("time[datetime]")) {
    time.title ||= time.textContent;
    time.textContent = zone.format(new Date(time.dateTime));
  }
};

// Times of the reader's zone. Answers are sent by the script, so their buttons wait for it.
const prepare = (root) => {
  localTimes(root);
  for (const button of root.querySelectorAll("form[data-action] button")) button.disabled = false;
};

// How many cards a live page has. The oldest go first: the page before has them.
const MOST = 300;

// A new card comes before the first one that began later. One that began before the page is on the page before.
const insert = (list, made) => {
  const older = one('nav a[rel="next"]');
  const begin = older ? Number(new URL(older.href).searchParams.get("before")) : 0;
  if (Number(made.dataset.seq) < begin) return;
  one(".empty", list)?.remove();
  const cards = [...list.querySelectorAll("article")];
  const later = cards.findIndex((card) => Number(card.dataset.entry) > Number(made.dataset.entry));
  list.insertBefore(made, cards[later] ?? null);
  cards.splice(later < 0 ? cards.length : later, 0, made);
  const isFull = cards.length > MOST;
  while (cards.length > MOST && !cards[0].contains(document.activeElement)) cards.shift().remove();
  if (isFull) beginWith(cards[0], older);
};

// The link to older calls leads to those before a card.
const beginWith = (card, link) => {
  const older = link ?? document.createElement("a");
  older.href = `${location.pathname}?before=${card.dataset.seq}`;
  if (link) return;
  older.rel = "next";
  older.textContent = "Older calls";
  one("nav.pages").prepend(older);
};

// A card takes the place of the one with its id. What the reader opened stays open.
const put = (list, id, html) => {
  const made = document.importNode(parse(html).firstElementChild, true);
  localTimes(made);
  const old = document.getElementById(id);
  if (!old) {
    insert(list, made);
    return;
  }
  const open = [...old.querySelectorAll("details")].map((details) => details.open);
  made.querySelectorAll("details").forEach((details, at) => { details.open = open[at] ?? false; });
  const hadFocus = old.contains(document.activeElement);
  old.replaceWith(made);
  if (hadFocus) one("a", made)?.focus();
};

// The page of the lines alone has their times, too.
const addLine = (list, line, at) => {
  const item = document.createElement("li");
  if (list.matches(".alone")) {
    const time = document.createElement("time");
    time.dateTime = time.textContent = at;
    item.append(time, " ");
    localTimes(item);
  }
  item.append(line);
  list.append(item);
  while (list.children.length > 500) list.firstElementChild.remove();
  list.scrollTop = list.scrollHeight;
};

// A connection while the page is looked at: browsers allow few of them to one server. The stream goes on after the last frame.
const connect = (address, handlers, opened) => {
  let source = null;
  let last = null;
  const open = () => {
    const place = new URL(address, location.href);
    if (last !== null) place.searchParams.set("after", last);
    source = new EventSource(place);
    source.addEventListener("open", () => {
      say("Live");
      opened?.();
    });
    source.addEventListener("error", () => {
      const isOver = source.readyState === EventSource.CLOSED;
      say(isOver ? OVER : "No connection, trying again…");
    });
    for (const [name, handle] of Object.entries(handlers)) {
      source.addEventListener(name, (event) => {
        if (event.lastEventId) last = event.lastEventId;
        handle(JSON.parse(event.data));
      });
    }
  };
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) source?.close();
    else if (source?.readyState === EventSource.CLOSED) open();
  });
  open();
};

const listen = (address, cards) => {
  const lines = one("#thinking");
  const seen = new Set();
  connect(address, {
    resync: () => location.reload(),
    card: ({ id, html }) => put(cards, id, html),
    status: ({ seq, at, line }) => {
      if (seen.has(seq)) return;
      seen.add(seq);
      const status = one("#status");
      if (status) status.textContent = line;
      if (lines) {
        one("main > .empty")?.remove();
        addLine(lines, line, at);
      }
    },
  });
};

// New contents of a place. A link that had the focus has it again.
const replace = (place, made) => {
  const focused = place.contains(document.activeElement) && document.activeElement.getAttribute("href");
  place.replaceChildren(...[...made.childNodes].map((node) => document.importNode(node, true)));
  prepare(place);
  if (focused) [...place.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus();
};

const CLOSED = "This question is not open any more: it was answered, in another tab or by somebody else, or its time is over.";

// A list that loads again when something was written. Its focus stays; so do forms that a reader fills in.
const update = async (list) => {
  // A program that hangs does not keep the list from the next change.
  const page = await fetch(location.href, { headers: { accept: "text/html" }, signal: AbortSignal.timeout(30_000) });
  const made = page.ok && one("[data-changes]", parse(await page.text()));
  if (!made) return;
  const own = (node) => { const copy = document.importNode(node, true); prepare(copy); return copy; };
  if (list.dataset.way === "replace") {
    replace(list, made);
    return;
  }
  const now = new Set([...made.children].map((card) => card.id));
  for (const card of list.querySelectorAll("article")) {
    // A question that has to be answered elsewhere has no form.
    const place = one("form", card) ?? card;
    if (now.has(card.id) || place.dataset.done || place.dataset.sending) continue;
    place.dataset.done = "1";
    for (const button of place.querySelectorAll("button")) button.disabled = true;
    one("[role=status]", place).textContent = CLOSED;
  }
  for (const card of made.children) if (card.id && !document.getElementById(card.id)) list.append(own(card));
  if (one("article", list)) one(".empty", list)?.remove();
};

const changing = one("[data-changes]");
if (changing) {
  let isBusy = false;
  let again = false;
  // One update at a time: an older page that comes later would take back what a newer one showed.
  const soon = async () => {
    again = true;
    if (isBusy) return;
    isBusy = true;
    while (again) {
      await new Promise((done) => setTimeout(done, 200));
      again = false;
      await update(changing).catch(() => {});
    }
    isBusy = false;
  };
  // What was written before the stream began, or while there was none, is on no frame.
  connect(changing.dataset.changes, { change: soon, resync: soon }, soon);
  document.addEventListener("visibilitychange", () => document.hidden || soon());
}

const cards = one("[data-live]");
if (cards) listen(cards.dataset.live, cards);
const lines = one("[data-lines]");
if (lines) listen(lines.dataset.lines, null);
const status = one("#thinking");
if (status) status.scrollTop = status.scrollHeight;

// Shows the cards again, one step after the other, in their order.
one("#replay")?.addEventListener("click", async (event) => {
  const button = event.currentTarget;
  if (button.dataset.runs) {
    delete button.dataset.runs;
    return;
  }
  const steps = [...document.querySelectorAll("#cards .card, #cards .step")];
  for (const step of steps) step.hidden = true;
  button.dataset.runs = "1";
  button.textContent = "Show all";
  for (const step of steps) {
    step.hidden = false;
    if (!button.dataset.runs) continue;
    if (step.matches(".step")) {
      step.scrollIntoView({ block: "nearest" });
      await new Promise((done) => setTimeout(done, 400));
    }
  }
  delete button.dataset.runs;
  button.textContent = "Replay";
});

// What is wrong with values, beside their fields. The first of them gets the focus.
const mark = (form, wrong) => {
  for (const place of form.querySelectorAll("[data-error]")) {
    const text = wrong[place.dataset.error] ?? "";
    place.textContent = text;
    const input = one(`[aria-describedby="${CSS.escape(place.id)}"]`, form);
    if (text) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
  one("[aria-invalid]", form)?.focus();
};

// Enter in a field presses the first button, which is the one for yes. The reason of a no, and a value that was not changed, do not mean that.
document.addEventListener("keydown", (event) => {
  const input = event.target;
  const form = input.form;
  if (event.key !== "Enter" || event.isComposing || input.tagName !== "INPUT" || !form?.dataset.action) return;
  const isUnchanged = input.name.startsWith("edit.") && input.value === input.dataset.was;
  if (input.name !== "reason" && !isUnchanged) return;
  event.preventDefault();
  const no = one("button[value=cancel]", form);
  if (!isUnchanged) no.click();
  else if (!no.disabled) one("[role=status]", form).textContent = "Nothing was done: this value is not changed.";
});

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-action]");
  if (!form) return;
  event.preventDefault();
  const body = { choice: event.submitter?.value ?? one("button", form).value };
  for (const input of form.querySelectorAll("input, select, textarea")) {
    if (input.name.startsWith("value.")) (body.values ??= {})[input.name.slice(6)] = input.value;
    else if (!input.name.startsWith("edit.")) body[input.name] = input.value;
    else if (input.value !== input.dataset.was) (body.edit ??= {})[input.name.slice(5)] = input.value;
  }
  const out = one("[role=status]", form);
  const buttons = form.querySelectorAll("button");
  for (const button of buttons) button.disabled = true;
  form.dataset.sending = "1";
  try {
    const response = await fetch(form.dataset.action, {
      method: "POST",
      headers: { "content-type": "application/json", "x-hpd-csrf": one("meta[name=csrf]").content },
      body: JSON.stringify(body),
    });
    const kind = response.headers.get("content-type") ?? "";
    const answer = kind.includes("json") ? await response.json() : { text: await response.text() };
    // A page instead of an answer is of no use here.
    if (kind.includes("html")) answer.text = `The program refused this with status ${response.status}: load the page again.`;
    const { text, done, reload, fields } = answer;
    out.textContent = text;
    mark(form, fields ?? {});
    if (reload) location.reload();
    if (done) {
      form.dataset.done = "1";
      return;
    }
  } catch {
    out.textContent = "The program does not answer. It is not known whether the answer arrived: load the page again.";
  }
  delete form.dataset.sending;
  for (const button of buttons) button.disabled = false;
});

// Figures that are still counted: the page is asked again. Only they change, until all are there.
const refresh = async () => {
  let pause = 500;
  try {
    const page = await fetch(location.href, { headers: { accept: "text/html" } });
    if (page.status === 401) {
      say(OVER);
      return;
    }
    const made = one("main", parse(await page.text()));
    if (!made) throw new Error(`status ${page.status}`);
    const part = one("[data-refresh]", made);
    replace(one(part ? "main [data-refresh]" : "main"), part ?? made);
    say("");
  } catch {
    say("The program does not answer, trying again…");
    pause = 2000;
  }
  if (one("[data-refresh]")) setTimeout(refresh, pause);
};
if (one("[data-refresh]")) setTimeout(refresh, 300);

prepare(document);
const go = one("a[data-go]");
if (go) location.replace(go.href);
