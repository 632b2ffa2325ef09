"use strict";
const read = (id) => JSON.parse(document.getElementById(id).textContent);

// Tables: a click on a column's name sorts by it, a second click the other way round, a third as it was; what is not
// defined stays last, and the sum below all.
const compare = (a, b) => (isNaN(a) || isNaN(b) ? a.localeCompare(b, "en", { numeric: true }) : a - b);
const unsorted = new Map();
function sortBy(head) {
  const before = head.getAttribute("aria-sort");
  const order = before === "ascending" ? "descending" : before ? "" : "ascending";
  for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
  if (order) head.setAttribute("aria-sort", order);
  const body = head.closest("table").tBodies[0];
  if (!unsorted.has(body)) unsorted.set(body, [...body.rows]);
  const rows = [...unsorted.get(body)];
  const value = (row) => row.cells[head.cellIndex].dataset.value;
  const isSum = (row) => row.classList.contains("sum");
  if (order)
    rows.sort((one, other) => {
      const [a, b] = [value(one), value(other)];
      if (isSum(one) || isSum(other)) return isSum(one) - isSum(other);
      if (a === "" || b === "") return (a === "") - (b === "");
      return order === "descending" ? compare(b, a) : compare(a, b);
    });
  body.append(...rows);
}
for (const button of document.querySelectorAll("table.sortable th button"))
  button.addEventListener("click", () => sortBy(button.parentNode));

// What can be pasted: where the clipboard is not allowed, the text is selected.
for (const button of document.querySelectorAll("[data-copy]"))
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(text);
      button.textContent = "Selected: press Ctrl+C";
    }
    setTimeout(() => (button.textContent = "Copy"), 2500);
  });

// Questions. Every text goes in as text: a response may hold anything.
const { runs, variants, asked, questions } = read("browser");
const pictures = read("pictures");
const PAGE = 20;
const form = document.getElementById("filters");
const cards = document.getElementById("cards");
const place = Object.fromEntries(["found", "pages", "page", "previous", "next"].map((id) => [id, document.getElementById(id)]));
let found = questions;
let page = 0;

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

const statusOf = (said) => (said ? said.status : "not asked");
const rightOf = (said) => (said && "right" in said ? (said.right ? "right" : "wrong") : "");
const known = (values) => [...new Set(values)].filter(Boolean);
function offer(name, values, labels = values) {
  form.elements[name].append(new Option("all", ""), ...values.map((value, n) => new Option(labels[n], value)));
}
offer("category", known(questions.map((q) => q.category)).sort());
offer("difficulty", ["easy", "medium", "hard"]);
offer("type", known(questions.map((q) => q.type)).sort());
offer("status", known(questions.flatMap((q) => q.runs.map(statusOf))));
offer("run", runs.map((_, n) => String(n)), runs);
offer("right", ["right", "wrong"]);

function matches(question, wanted) {
  if (["category", "difficulty", "type"].some((name) => wanted[name] && question[name] !== wanted[name])) return false;
  const chosen = wanted.run ? [question.runs[wanted.run]] : question.runs;
  if (!chosen.some((said) => [["status", statusOf], ["right", rightOf]].every(([name, of]) => !wanted[name] || of(said) === wanted[name])))
    return false;
  const texts = [question.id, question.prompt, question.name, ...chosen.flatMap((said) => (said ? [said.response, said.answer, said.rule] : []))];
  return !wanted.text || texts.some((text) => text.toLowerCase().includes(wanted.text));
}

function response(said, run, variant) {
  const box = element("div", `said ${statusOf(said)} ${rightOf(said)}`);
  if (runs.length > 1) box.append(element("h4", "", run));
  if (variant) box.append(element("p", "meta variant", variant));
  if (!said) {
    box.append(element("p", "meta", "not asked"));
    return box;
  }
  box.append(element("p", "text", said.response || "(no response)"));
  if (said.length) box.append(element("p", "meta", `shortened from ${said.length.toLocaleString("en")} characters; the run's file has all`));
  const meta = element("p", "meta", "answer ");
  meta.append(element("b", "", said.answer || "–"), ` · rule ${said.rule} · ${said.status}`);
  if (rightOf(said)) meta.append(" · ", element("b", "", rightOf(said)));
  box.append(meta);
  return box;
}

function card(question) {
  const item = element("li", "card");
  const side = element("div");
  if (pictures[question.painting]) {
    const image = element("img");
    image.alt = `painting ${question.name}`;
    image.src = pictures[question.painting];
    side.append(image);
  }
  side.append(element("p", "name", `painting ${question.name}`));
  const main = element("div");
  const heading = element("h3", "", `${question.category} · ${question.difficulty} `);
  heading.append(element("code", "", question.id));
  main.append(heading);
  if (asked) main.append(element("p", "meta", asked));
  main.append(element("p", "text prompt", question.prompt));
  if ("truth" in question) {
    const truth = element("p", "truth", "truth ");
    truth.append(element("b", "", question.truth));
    main.append(truth);
  }
  const answers = element("div", "answers");
  answers.append(...question.runs.map((said, n) => response(said, runs[n], variants[n])));
  main.append(answers);
  item.append(side, main);
  return item;
}

function show(number) {
  page = number;
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  cards.replaceChildren(...found.slice(PAGE * page, PAGE * (page + 1)).map(card));
  place.found.textContent = `${found.length.toLocaleString("en")} of ${questions.length.toLocaleString("en")} questions`;
  place.page.textContent = `page ${page + 1} of ${pages}`;
  place.pages.hidden = pages === 1;
  place.previous.disabled = page === 0;
  place.next.disabled = page === pages - 1;
}
function turn(step) {
  show(page + step);
  document.getElementById("found").scrollIntoView();
}
function filter() {
  const wanted = Object.fromEntries(new FormData(form));
  wanted.text = wanted.text.toLowerCase().trim();
  found = questions.filter((question) => matches(question, wanted));
  show(0);
}

place.previous.addEventListener("click", () => turn(-1));
place.next.addEventListener("click", () => turn(1));
form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
form.hidden = false;
filter();
