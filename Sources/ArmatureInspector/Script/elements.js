// Functions that create elements, and the addresses of the page's views.

const SVG = "http://www.w3.org/2000/svg";
const byID = (id) => document.getElementById(id);

// Creates an element. Texts among the children become text nodes, so no name or value is ever markup.
function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  fill(element, children);
  return element;
}

function fill(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    element.append(child instanceof Node ? child : visible(String(child)));
  }
}

// Characters that hide or reverse the surrounding text are shown as numbers.
const hidden = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g;
function visible(text) {
  return text.replace(hidden, (c) => "\\u{" + c.charCodeAt(0).toString(16).toUpperCase() + "}");
}

// A text whose long words can break: before capitals, after signs, or at regular distances.
const partsOfWords = /(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=[^\p{L}\d])/u;
function breakable(text) {
  return visible(text).split(/(\S{25,})/u).map((word, index) => index % 2 === 0 ? word
    : word.split(partsOfWords).flatMap((part) => part.match(/.{1,24}/gsu)).flatMap((part) => [part, el("wbr")]));
}

const count = (number, one, many) =>
  `${number.toLocaleString("en")} ${number === 1 ? one : many ?? one + "s"}`;

// A name in the address: a dot separates entity and property, a slash begins a view.
const inAddress = (name) => encodeURIComponent(name).replaceAll(".", "%2E");
const entityAddress = (entity, property) =>
  "#" + inAddress(entity) + (property ? "." + inAddress(property) : "");
const viewAddress = (...parts) => "#/" + parts.map((part) => inAddress(String(part))).join("/");

function fromAddress(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

// Parses the address: a view with its arguments, or an entity with one of its properties.
function route() {
  const text = location.hash.slice(1);
  if (text.startsWith("/")) {
    const [view, ...rest] = text.slice(1).split("/").map(fromAddress);
    return { view, rest };
  }
  if (text === "") return { view: "overview", rest: [] };
  const [entity, property] = text.split(".").map(fromAddress);
  return { view: "entity", rest: [entity, property] };
}

const link = (address, attributes, ...children) => el("a", { href: address, ...attributes }, children);

function announce(text) { byID("status").textContent = text; }

// Delays a function until calls pause.
function settled(work, delay = 80) {
  let timer;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...values), delay);
  };
}
