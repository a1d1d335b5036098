// Conditions in predicate syntax, as far as a page can evaluate them on its tables.

const tokenPattern = new RegExp([
  /(?<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')/, /(?<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/,
  /(?<word>[#@]?[\p{L}_][\p{L}\p{N}_]*(?:\.[#@]?[\p{L}_][\p{L}\p{N}_]*)*)/, /(?<options>\[[cdn]+\])/,
  /(?<sign>==|=<|=>|<=|>=|!=|<>|&&|\|\||[=<>!(){},])/].map((part) => part.source).join("|"), "iuy");

// The tokens of a condition. Each other character is a token.
function tokensOf(text) {
  const found = [];
  let at = 0;
  while ((at += text.slice(at).match(/^\s*/)[0].length) < text.length) {
    tokenPattern.lastIndex = at;
    const match = tokenPattern.exec(text);
    const [kind, value] = match ? Object.entries(match.groups).find(([, part]) => part !== undefined) : ["sign", text[at]];
    found.push({ kind, value, word: kind === "word" ? value.toUpperCase() : value });
    at += value.length;
  }
  return found;
}

class Refusal extends Error {}

const comparisons = { "=": "==", "=<": "<=", "=>": ">=", "<>": "!=" };
const tests = ["==", "!=", "<", "<=", ">", ">=", "BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "MATCHES", "IN", "BETWEEN"];
const constants = { TRUE: true, YES: true, FALSE: false, NO: false, NULL: null, NIL: null };
const quantifiers = { ANY: "some", SOME: "some", ALL: "every", NONE: "none" };

// Reads the condition for the rows of a table; throws an error with the reason if it is invalid.
function readCondition(text, table) {
  const rest = tokensOf(text);
  const next = () => rest[0]?.word;
  const take = (...words) => words.includes(next()) ? rest.shift() : null;
  const refuse = (what) => { throw new Refusal(`${what}, but found ${rest[0] ? rest[0].value : "nothing more"}.`); };
  const expect = (word) => take(word) ?? refuse(`Expected ${word}`);
  const joined = (part, words, some) => {
    const parts = [part()];
    while (take(...words)) parts.push(part());
    if (parts.length === 1) return parts[0];
    return (row) => some ? parts.some((holds) => holds(row)) : parts.every((holds) => holds(row));
  };
  const any = () => joined(all, ["OR", "||"], true);
  const all = () => joined(one, ["AND", "&&"], false);
  function one() {
    if (take("NOT", "!")) {
      const holds = one();
      return (row) => !holds(row);
    }
    if (take("TRUEPREDICATE")) return () => true;
    if (take("FALSEPREDICATE")) return () => false;
    if (!take("(")) return comparison();
    const holds = any();
    expect(")");
    return holds;
  }
  function comparison() {
    const how = quantifiers[take(...Object.keys(quantifiers))?.word];
    const left = operand(how);
    const test = comparisons[next()] ?? next();
    if (!tests.includes(test)) refuse("Expected a comparison");
    rest.shift();
    const options = rest[0]?.kind === "options" ? rest.shift().value.toLowerCase() : "";
    const right = operand();
    const holds = valueTest(test, options, left, right);
    if (!how) return (row) => holds(left.value(row), right.value(row));
    return (row) => {
      const [values, other] = [left.value(row), right.value(row)];
      return how === "none" ? !values.some((value) => holds(value, other)) : values[how]((value) => holds(value, other));
    };
  }
  // Reads a value: a function of a row, with its type if it has one.
  function operand(isMany) {
    if (take("{")) {
      const parts = [];
      while (!take("}")) {
        if (parts.length) expect(",");
        parts.push(operand());
      }
      return { parts, value: (row) => parts.map((part) => part.value(row)) };
    }
    const token = rest.shift() ?? refuse("Expected a value");
    if (token.word in constants) return { constant: true, value: () => constants[token.word] };
    if (token.kind === "number") return { constant: true, value: () => Number(token.value) };
    if (token.kind === "text") return { constant: true, value: () => unquoted(token.value) };
    if (token.word === "CAST") return cast();
    if (token.kind === "word") return path(token.value.replaceAll("#", "").split("."), table, isMany);
    rest.unshift(token);
    return refuse("Expected a value");
  }
  function cast() {
    expect("(");
    const value = operand();
    expect(",");
    const type = operand().value();
    expect(")");
    if (!value.constant) throw new Refusal("A page casts constants alone.");
    if (type === "NSManagedObjectID") throw new Refusal("A page does not know the IDs of objects.");
    if (type !== "NSDate") return value;
    const date = value.value();
    return { type: "Date", value: () => typeof date === "number" ? date * 1000 + Date.UTC(2001, 0, 1) : Date.parse(date) };
  }
  const holds = any();
  if (rest.length) refuse("Expected AND or OR");
  return holds;
}

const unquoted = (text) => text.slice(1, -1).replace(/\\(u[\da-f]{4}|.)/giu, (_, part) =>
  part.length === 5 ? String.fromCharCode(parseInt(part.slice(1), 16)) : { n: "\n", r: "\r", t: "\t" }[part] ?? part);

// Follows a path from an object to its own value, or to the values of linked objects.
function path(names, table, isMany) {
  let [entity, property, many] = [table.entity, null, false];
  const counts = names.at(-1) === "@count" || names.at(-1) === "@COUNT";
  const steps = counts ? names.slice(0, -1) : names;
  for (const name of steps) {
    if (property && property.kind !== "relationship") throw new Refusal(`A page knows nothing within ${property.name}.`);
    property = findProperty(entity, name);
    if (!property || property.kind === "fetched") throw new Refusal(`${entity} must have ${name}, but has not.`);
    many ||= property.isToMany === true;
    entity = property.type;
  }
  if (!property || counts && !many) throw new Refusal(`Expected objects before ${names.at(-1)}.`);
  if (!counts && many !== Boolean(isMany)) {
    throw new Refusal(many ? `Expected ANY, ALL or NONE before ${names.join(".")}, or @count after it.`
      : `Expected several objects after ANY, ALL or NONE.`);
  }
  const hasParts = !counts && (property.elements || property.type.startsWith("["));
  if (hasParts) throw new Refusal(`A page cannot ask what is in ${property.name}.`);
  const values = (row) => steps.reduce((places, name) => places.flatMap(({ table, row }) => {
    if (!table) return [];
    table.byName ??= new Map(table.columns.map((column) => [column.name, column]));
    const column = table.byName.get(name);
    const value = column?.values[row] ?? null;
    if (column?.property.kind !== "relationship") return [{ value: valueOf(value, column?.property) }];
    return value === null ? [{ value: null }] : [value].flat().map((number) => ({ ...place(number), value: number }));
  }), [{ table, row }]).map(({ value }) => value);
  if (counts) return { type: "Int", value: (row) => values(row).filter((value) => value !== null).length };
  return { type: property.type, value: (row) => many ? values(row) : values(row)[0] ?? null };
}

// Converts a value for comparison: a number, a text, true or false, or a date's milliseconds.
function valueOf(value, property) {
  if (value === null || !property) return null;
  if (property.type === "Date") return Date.parse(value);
  return isNumeric({ property }) ? Number(value) : value;
}

const plainLetters = (text) => text.normalize("NFD").replace(/\p{M}/gu, "");

// Compares two values; in `options`, c ignores case and d ignores diacritics.
function valueTest(test, options, left, right) {
  const isMoment = left.type === "Date" || right.type === "Date";
  const fold = (value) => {
    if (typeof value === "boolean") return Number(value);
    if (typeof value !== "string") return value;
    if (isMoment) return Date.parse(value);
    const plain = options.includes("d") ? plainLetters(value) : value;
    return options.includes("c") ? plain.toLowerCase() : plain;
  };
  if (test === "LIKE" || test === "MATCHES") {
    const pattern = patternOf(test, fold(right.constant ? right.value() : null), options);
    return (a) => typeof a === "string" && pattern.test(fold(a));
  }
  const ordered = (compare) => (a, b) => a !== null && b !== null && typeof a === typeof b && compare(a, b);
  const text = (compare) => (a, b) => typeof a === "string" && typeof b === "string" && compare(a, b);
  const [atLeast, atMost] = [ordered((a, b) => a >= b), ordered((a, b) => a <= b)];
  const parts = (b) => Array.isArray(b) ? b.map(fold) : [];
  const holds = {
    "==": (a, b) => a === b, "!=": (a, b) => a !== b, ">=": atLeast, "<=": atMost,
    "<": ordered((a, b) => a < b), ">": ordered((a, b) => a > b),
    BEGINSWITH: text((a, b) => a.startsWith(b)), ENDSWITH: text((a, b) => a.endsWith(b)),
    CONTAINS: text((a, b) => a.includes(b)),
    IN: (a, b) => typeof b === "string" ? typeof a === "string" && b.includes(a) : parts(b).includes(a),
    BETWEEN: (a, b) => atLeast(a, parts(b)[0] ?? null) && atMost(a, parts(b)[1] ?? null),
  }[test];
  return (a, b) => holds(fold(a), fold(b));
}

function patternOf(test, text, options) {
  if (typeof text !== "string") throw new Refusal(`Expected text after ${test}.`);
  const source = test === "MATCHES" ? text
    : text.replace(/[\\^$.|+()[\]{}]/g, "\\$&").replace(/\*/g, "[^]*").replace(/\?/g, "[^]");
  try {
    return new RegExp(`^(?:${source})$`, options.includes("c") ? "iu" : "u");
  } catch {
    throw new Refusal(`Expected a pattern after ${test}, but ${text} is invalid.`);
  }
}

// Whether a text is a condition rather than a search term.
function asksFor(text, table) {
  const parts = tokensOf(text).filter(({ word }) => !["(", "!", "NOT"].includes(word) && !(word in quantifiers));
  const name = parts[0]?.kind === "word" ? parts[0].value.replaceAll("#", "").split(".")[0] : "";
  const test = parts[1]?.word;
  return tests.includes(comparisons[test] ?? test) && Boolean(findProperty(table.entity, name));
}
