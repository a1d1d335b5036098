// The components that several views share.

const badge = (text, kind = "", title) => el("span", { class: `badge ${kind}`, title }, breakable(text));
const code = (text) => el("code", {}, breakable(text));
const sign = (letter, kind, title) =>
  el("span", { class: `sign ${kind}`, title, "aria-hidden": "true" }, letter);
const signs = {
  attribute: () => sign("A", "attribute", "attribute"),
  relationship: () => sign("R", "relationship", "relationship"),
  fetched: () => sign("F", "fetched", "fetched property"),
  entity: () => sign("E", "entity", "entity"),
};

const entityLink = (name, attributes) =>
  entities.has(name) ? link(entityAddress(name), attributes, breakable(name))
    : el("span", attributes ?? {}, breakable(name));

const propertyLink = (entity, name) => link(entityAddress(entity, name), {}, breakable(`${entity}.${name}`));

// The place of a declaration, with the complete path.
const wholeSite = (text) => text ? el("span", { class: "site" }, breakable(text)) : null;

// The short form: file name and line, or only the line next to a declaration in the same file.
function site(text, near) {
  if (!text) return null;
  const [, path, numbers] = text.match(/^(.*?)((?::\d+)*)$/s);
  const isSame = near !== undefined && near.match(/^(.*?)((?::\d+)*)$/s)[1] === path;
  const short = isSame && numbers ? `line\u00A0${numbers.split(":")[1]}` : path.split("/").pop() + numbers;
  return el("span", { class: "site", title: visible(text) }, breakable(short));
}

// A heading and its content, or nothing if the content is empty.
function section(title, content, size) {
  if (!content || (Array.isArray(content) && !content.length)) return null;
  return el("section", { class: "part" },
    el("h2", {}, title, size === undefined ? null : el("span", { class: "size" }, size)), content);
}

const isEmpty = (cell) => [cell].flat(Infinity).every((part) => part === null || part === undefined || part === "");

// A table of rows, each an array of cells or an object with cells and attributes; empty columns are left out.
function table(label, headings, rows) {
  const whole = rows.map((row) => Array.isArray(row) ? { cells: row } : row);
  const isShown = headings.map((_, index) => index === 0 || whole.some(({ cells }) => !isEmpty(cells[index])));
  const head = headings.map((heading) => el("th", { scope: "col" }, heading));
  const body = whole.map(({ cells, ...attributes }) => el("tr", attributes, cells.map((cell, index) =>
    index === 0 ? el("th", { scope: "row" }, cell) : el("td", {}, cell)).filter((_, index) => isShown[index])));
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
    el("table", { "aria-label": label }, el("thead", {}, el("tr", {}, head.filter((_, index) => isShown[index]))), el("tbody", {}, body)));
}

// A number with a caption and a link.
function tile(number, one, many, address, kind = "") {
  return link(address, { class: `tile ${kind}` },
    el("span", { class: "number" }, number.toLocaleString("en")),
    el("span", { class: "meaning" }, number === 1 ? one : many));
}

function page(title, ...content) {
  const main = byID("main");
  main.replaceChildren();
  main.className = "";
  document.title = title === model.title ? title : `${title} · ${model.title}`;
  fill(main, content);
}

function nothing(text) { return el("p", { class: "nothing" }, text); }

function details(pairs) {
  const shown = pairs.filter(([, value]) => value !== null && value !== undefined && value !== false);
  return shown.length ? el("dl", { class: "facts" },
    shown.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)))) : null;
}

const userInfo = (info) =>
  Object.entries(info).map(([key, value]) => el("span", { class: "pair" }, code(key), " ", breakable(value)));

// Items separated by commas.
const joined = (items) => items.flatMap((item, index) => index ? [", ", item] : [item]);

function rulesList(rules, near) {
  if (!rules.length) return null;
  return el("ul", { class: "rules" }, rules.map(({ rule, owner }) =>
    el("li", {}, el("span", { class: "what" }, breakable(rule.text)),
      rule.isWarning && !rule.text.includes("(warning)") ? badge("warning", "warning") : null,
      rule.message ? el("q", {}, breakable(rule.message)) : null,
      owner ? el("span", { class: "soft" }, "of ", entityLink(owner.name)) : null,
      rule.site === near ? null : site(rule.site, near))));
}
