// The tables of objects, and the view of one object with its links.

function showObjects(entityName, rowText) {
  const table = tables.get(entityName);
  if (!table) {
    current = null;
    return page("Objects", el("h1", {}, entityName ?? "Objects"), nothing("There are no objects of it."));
  }
  if (current?.table !== table || !current.grid.frame.isConnected) current = tableView(table);
  document.title = `${entityName} objects · ${model.title}`;
  const row = rowText === undefined ? NaN : Number(rowText) - 1;
  if (Number.isInteger(row) && row >= 0 && row < table.count) showRecord(current, row);
  else current.panel.hidden = true;
}

function tableView(table) {
  page(table.entity);
  byID("main").className = "whole";
  const columns = table.columns.map((column) => ({ name: column.name, column,
    kind: isNumeric(column) ? "number" : "", width: widthOf(column) }));
  const view = { table, sorted: null };
  view.grid = virtualGrid({
    label: `Objects of ${table.entity}`, columns,
    cell: (row, { column }) => objectCell(table, column, row),
    open: (row) => { location.hash = viewAddress("objects", table.entity, row + 1); },
    sort: (index, heading) => sortTable(view, index, heading),
  });
  view.panel = el("aside", { class: "panel", "aria-label": "Object", hidden: true });
  view.size = el("span", { class: "soft" });
  view.filter = el("input", { type: "search", placeholder: "Text or condition", "aria-label": `Filter objects of ${table.entity}`,
    title: "A text, or a condition such as total > 5 AND customer.name BEGINSWITH 'A'", oninput: settled(() => filterTable(view)) });
  view.wrong = el("input", { type: "checkbox", onchange: () => filterTable(view) });
  fill(byID("main"), [
    el("header", { class: "top line" }, el("h1", {}, table.entity), view.size,
      link(entityAddress(table.entity), { class: "button" }, "Model"),
      el("div", { class: "controls" },
        table.failures.size ? el("label", { class: "check" }, view.wrong, "Only problems") : null, view.filter)),
    el("div", { class: "split" }, view.grid.frame, view.panel)]);
  filterTable(view);
  return view;
}

function widthOf({ property }) {
  const widths = { Date: "minmax(13rem, 1fr)", Bool: "minmax(6rem, 0.5fr)", UUID: "minmax(20rem, 1fr)" };
  return widths[property.type] ?? (isNumeric({ property }) ? "minmax(7rem, 0.6fr)" : undefined);
}

function filterTable(view) {
  const { table, filter, wrong } = view;
  const { holds, problem } = filterOf(filter.value.trim(), table);
  const rows = [];
  for (let row = 0; row < table.count; row += 1) {
    if ((!wrong.checked || table.failures.has(row)) && holds(row)) rows.push(row);
  }
  if (view.sorted) sortRows(rows, view.sorted);
  view.grid.show(rows);
  const all = count(table.count, "object");
  const shown = rows.length === table.count ? all : `${rows.length.toLocaleString("en")} of ${all}`;
  filter.setAttribute("aria-invalid", String(Boolean(problem)));
  view.size.textContent = problem ?? shown;
  announce(problem ?? shown);
}

// The rows that match a condition or contain a text. If the condition is invalid: all rows, and the reason.
function filterOf(text, table) {
  if (!asksFor(text, table)) {
    const part = text.toLowerCase();
    return { holds: (row) => !part || searchText(table, row).includes(part) };
  }
  try {
    return { holds: readCondition(text, table) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { holds: () => true, problem: error.message };
  }
}

function sortRows(rows, { column, direction }) {
  const number = isNumeric(column);
  const key = (row) => {
    const value = column.values[row];
    if (value === null) return null;
    return number ? Number(value) : textOf(column, row);
  };
  const keys = new Map(rows.map((row) => [row, key(row)]));
  const collator = new Intl.Collator("en", { numeric: true });
  rows.sort((left, right) => {
    const [a, b] = [keys.get(left), keys.get(right)];
    if (a === null || b === null) return (a === null) - (b === null) || left - right;
    const order = number ? a - b : collator.compare(a, b);
    return order * direction || left - right;
  });
}

// Cycles through ascending, descending, and insertion order.
function sortTable(view, index, heading) {
  const column = view.table.columns[index];
  const last = view.sorted?.column === column ? view.sorted.direction : 0;
  for (const other of heading.parentElement.children) other.setAttribute("aria-sort", "none");
  view.sorted = last === -1 ? null : { column, direction: last === 1 ? -1 : 1 };
  if (view.sorted) heading.setAttribute("aria-sort", last === 1 ? "descending" : "ascending");
  filterTable(view);
}

const failuresAt = (table, row, name) =>
  (table.failures.get(row) ?? []).filter((failure) => failure.property === name);

function objectCell(table, column, row) {
  const value = column.values[row];
  const found = failuresAt(table, row, column.name);
  const content = value === null ? el("span", { class: "none" }, "–")
    : column.property.kind === "relationship" ? linkCell(column, row) : textOf(column, row).slice(0, 200);
  if (!found.length) return { content };
  const messages = found.map((failure) => failure.message).join("\n");
  const isError = found.some((failure) => failure.severity === "error");
  return { class: isError ? "wrong error" : "wrong warning", title: visible(messages),
    content: [el("span", { class: "mark", "aria-hidden": "true" }, "!"), content,
      el("span", { class: "unseen" }, ` ${isError ? "Error" : "Warning"}: ${messages}`)] };
}

function linkCell(column, row) {
  const value = column.values[row];
  if (!Array.isArray(value)) return link(objectAddress(value), { tabindex: "-1" }, labelOf(value));
  if (value.length === 1) return link(objectAddress(value[0]), { tabindex: "-1" }, labelOf(value[0]));
  return value.length ? el("span", { title: textOf(column, row) }, badge(value.length.toLocaleString("en")), " ", textOf(column, row))
    : el("span", { class: "none" }, "–");
}

function showRecord(view, row) {
  const { table, panel, grid } = view;
  const number = table.start + row;
  const position = grid.state.rows.indexOf(row);
  panel.hidden = false;
  panel.replaceChildren();
  fill(panel, [
    el("header", {}, el("p", { class: "kicker" }, entityLink(table.entity), ` ${row + 1}`),
      el("button", { class: "close", "aria-label": "Close", title: "Close (Escape)", onclick: closeRecord }, "×")),
    el("h2", { tabindex: "-1" }, breakable(labelOf(number))),
    (table.failures.get(row) ?? []).map(failureBox),
    el("dl", { class: "values" }, table.columns.map((column) => recordValue(table, column, row))),
    referrers(number).map(({ name, numbers }) => el("section", {},
      el("h3", {}, "Led to by ", name), linkList(numbers)))]);
  if (position >= 0) goToRow(grid, position);
  panel.scrollTop = 0;
  announce(`${table.entity}: ${labelOf(number)}`);
}

function closeRecord() {
  location.hash = viewAddress("objects", current.table.entity);
  current.grid.frame.focus();
}

function failureBox(failure) {
  return el("div", { class: `box ${failure.severity}` },
    el("p", {}, badge(failure.severity, failure.severity), " ", breakable(failure.message)),
    el("p", { class: "soft" }, code(failure.code), failure.source ? [" ", wholeSite(failure.source)] : null,
      failure.site ? [" rule at ", wholeSite(failure.site)] : null));
}

function recordValue(table, column, row) {
  const value = column.values[row];
  const found = failuresAt(table, row, column.name);
  let content = value === null ? el("span", { class: "none" }, "–") : visible(String(value));
  if (value !== null && column.property.kind === "relationship") content = linkList([value].flat());
  return el("div", { class: found.length ? `wrong ${found[0].severity}` : "" },
    el("dt", {}, link(entityAddress(table.entity, column.name), { class: "plain" }, breakable(column.name))), el("dd", {}, content));
}

// Links to objects, a hundred at a time.
function linkList(numbers) {
  if (!numbers.length) return el("span", { class: "none" }, "–");
  const list = el("ul", { class: "links" });
  const more = (from) => {
    for (const number of numbers.slice(from, from + 100)) list.append(el("li", {}, link(objectAddress(number), {}, labelOf(number))));
    if (numbers.length <= from + 100) return;
    const button = el("button", { onclick: () => { button.parentElement.remove(); more(from + 100); } },
      `${(numbers.length - from - 100).toLocaleString("en")} more`);
    list.append(el("li", {}, button));
  };
  more(0);
  return list;
}
