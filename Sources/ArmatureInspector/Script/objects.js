// The objects, prepared for the page's views.

const store = JSON.parse(byID("objects").textContent);
const tables = new Map();
const failures = store?.failures ?? [];

function readTables() {
  let start = 0;
  for (const table of store?.tables ?? []) {
    table.start = start;
    start += table.count;
    table.failures = new Map();
    for (const column of table.columns) {
      column.property = findProperty(table.entity, column.name) ?? { kind: "attribute", type: "" };
    }
    tables.set(table.entity, table);
  }
  for (const failure of failures) {
    if (failure.object === undefined) continue;
    const { table, row } = place(failure.object);
    if (!table.failures.has(row)) table.failures.set(row, []);
    table.failures.get(row).push(failure);
  }
}

// The table and the row of an object.
function place(number) {
  let [low, high] = [0, store.tables.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (store.tables[middle].start <= number) low = middle; else high = middle - 1;
  }
  // If several tables begin at the same number, only the last one has objects.
  const table = store.tables[low];
  return { table, row: number - table.start };
}

readTables();

// The visible table, which opening an object does not create again.
let current = null;

const objectAddress = (number) => {
  const { table, row } = place(number);
  return viewAddress("objects", table.entity, row + 1);
};

// The columns that identify an object for readers.
function labelColumns(table) {
  if (table.labels) return table.labels;
  const attributes = table.columns.filter((column) => column.property.kind === "attribute");
  const named = attributes.filter((column) => /^(name|title|label)$/i.test(column.name));
  const identifying = attributes.filter((column) => column.property.marks?.includes("identifying"));
  const text = attributes.filter((column) => column.property.type === "String");
  table.labels = [named.slice(0, 1), identifying, text.slice(0, 1)].find((list) => list.length) ?? [];
  return table.labels;
}

function labelOf(number) {
  const { table, row } = place(number);
  const parts = labelColumns(table).map((column) => column.values[row])
    .filter((value) => value !== null && String(value).trim() !== "");
  if (!parts.length) return `${table.entity} #${row + 1}`;
  const label = visible(parts.join(", ")).slice(0, 80);
  // A number alone says little.
  return parts.every((part) => typeof part === "number") ? `${table.entity} ${label}` : label;
}

// A value on one line; links are shown by the labels of their objects.
function textOf(column, row) {
  const value = column.values[row];
  if (value === null) return "";
  if (column.property.kind !== "relationship") return String(value);
  const numbers = Array.isArray(value) ? value : [value];
  const shown = numbers.slice(0, 3).map(labelOf).join(", ");
  return numbers.length > 3 ? `${shown} and ${numbers.length - 3} more` : shown;
}

const isNumeric = (column) =>
  column.property.kind === "attribute" && /^(Int\d*|Double|Float|Decimal)$/.test(column.property.type);

// The texts that the filter searches, created on first use.
function searchText(table, row) {
  table.search ??= new Array(table.count);
  return table.search[row] ??=
    table.columns.map((column) => textOf(column, row)).join("\n").toLowerCase();
}

// Links to an object from relationships without an inverse, by entity and relationship.
function referrers(number) {
  const found = [];
  for (const table of store.tables) {
    for (const column of table.columns) {
      if (column.property.kind !== "relationship" || column.property.inverse) continue;
      const numbers = [];
      column.values.forEach((value, row) => {
        const leads = Array.isArray(value) ? value.includes(number) : value === number;
        if (leads) numbers.push(table.start + row);
      });
      if (numbers.length) found.push({ name: `${table.entity}.${column.name}`, numbers });
    }
  }
  return found;
}
