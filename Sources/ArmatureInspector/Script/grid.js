// A table of any number of rows. Only visible rows are elements.

// Browsers limit the height of an element; beyond it, scrolling skips rows.
const heightLimit = 8_000_000;

// The table created last.
let shownGrid = null;

// Columns have a name, a class and a sort key; `cell(row, column)` creates the content of a cell.
function virtualGrid({ label, columns, cell, open, sort, rowHeight = 32 }) {
  const state = { rows: [], row: -1, column: 0, first: -1 };
  const head = el("div", { role: "row", class: "row head", "aria-rowindex": "1" },
    columns.map((column, index) => heading(column, index, sort)));
  const body = el("div", { role: "rowgroup", class: "body" });
  const frame = el("div", { class: "grid", role: "grid", tabindex: "0", "aria-label": label,
    "aria-colcount": columns.length }, el("div", { role: "rowgroup", class: "heads" }, head), body);
  frame.style.setProperty("--columns", columns.map((column) => column.width ?? "minmax(9rem, 1fr)").join(" "));
  frame.style.setProperty("--row", `${rowHeight}px`);
  frame.classList.toggle("high", rowHeight > 32);
  const grid = { frame, body, state, columns, cell, open, rowHeight };
  shownGrid = grid;
  frame.addEventListener("scroll", () => requestAnimationFrame(() => drawRows(grid)), { passive: true });
  frame.addEventListener("keydown", (event) => moveInGrid(grid, event));
  body.addEventListener("click", (event) => clickInGrid(grid, event));
  grid.show = (rows) => {
    state.rows = rows;
    state.first = -1;
    state.row = -1;
    frame.setAttribute("aria-rowcount", rows.length + 1);
    body.style.height = `${Math.min(rows.length * rowHeight, heightLimit)}px`;
    frame.scrollTop = 0;
    drawRows(grid);
  };
  new ResizeObserver(() => { state.first = -1; drawRows(grid); }).observe(frame);
  return grid;
}

function heading(column, index, sort) {
  const cell = el("div", { role: "columnheader", class: `cell ${column.kind ?? ""}`, "aria-colindex": index + 1,
    "aria-sort": sort ? "none" : undefined });
  cell.append(sort ? el("button", { tabindex: "-1", title: `Sort by ${column.name}`, onclick: () => sort(index, cell) },
    column.name, el("span", { class: "arrow", "aria-hidden": "true" })) : document.createTextNode(column.name));
  return cell;
}

// The factor that compresses rows whose total height exceeds the limit.
const squeeze = ({ state, frame, rowHeight }) => {
  const [full, shown] = [state.rows.length * rowHeight, Math.min(state.rows.length * rowHeight, heightLimit)];
  return full === shown ? 1 : (full - frame.clientHeight) / (shown - frame.clientHeight);
};

function drawRows(grid) {
  const { frame, body, state, rowHeight } = grid;
  if (!frame.isConnected) return;
  const shown = Math.ceil(frame.clientHeight / rowHeight) + 20;
  const top = frame.scrollTop * squeeze(grid);
  const first = Math.max(0, Math.min(Math.floor(top / rowHeight) - 10, state.rows.length - shown));
  if (first === state.first) return;
  state.first = first;
  const rows = [];
  for (let index = first; index < Math.min(first + shown, state.rows.length); index += 1) {
    const row = rowElement(grid, index);
    row.style.top = `${frame.scrollTop + index * rowHeight - top}px`;
    rows.push(row);
  }
  body.replaceChildren(...rows);
  markActive(grid);
}

// When printing, all rows must exist.
const paperRows = 1_000;
function drawForPaper({ body, state, ...grid }) {
  const count = Math.min(state.rows.length, paperRows);
  const rows = Array.from({ length: count }, (_, index) => rowElement({ state, ...grid }, index));
  const rest = state.rows.length - count;
  body.replaceChildren(...rows, ...(rest ? [el("p", { class: "soft" }, `${rest.toLocaleString("en")} more are not printed.`)] : []));
}
addEventListener("beforeprint", () => { if (shownGrid?.frame.isConnected) drawForPaper(shownGrid); });
addEventListener("afterprint", () => {
  if (!shownGrid?.frame.isConnected) return;
  shownGrid.state.first = -1;
  drawRows(shownGrid);
});

function rowElement({ columns, cell, state }, index) {
  const cells = columns.map((column, position) => {
    const { content, ...attributes } = cell(state.rows[index], column, position);
    return el("div", { role: "gridcell", ...attributes, "aria-colindex": position + 1, id: `cell-${index}-${position}`,
      class: `cell ${column.kind ?? ""} ${attributes.class ?? ""}` }, content);
  });
  return el("div", { role: "row", class: "row", "aria-rowindex": index + 2, "data-index": index }, cells);
}

function markActive({ frame, body, state }) {
  body.querySelector(".active")?.classList.remove("active");
  const cell = document.getElementById(`cell-${state.row}-${state.column}`);
  cell?.classList.add("active");
  if (cell) frame.setAttribute("aria-activedescendant", cell.id);
  else frame.removeAttribute("aria-activedescendant");
}

function goToRow(grid, row) {
  const { frame, state, rowHeight } = grid;
  state.row = Math.max(0, Math.min(row, state.rows.length - 1));
  const top = state.row * rowHeight / squeeze(grid);
  const inSight = frame.clientHeight - 2 * rowHeight;
  if (top < frame.scrollTop) frame.scrollTop = top;
  else if (top > frame.scrollTop + inSight) frame.scrollTop = top - inSight;
  state.first = -1;
  drawRows(grid);
}

function moveInGrid(grid, event) {
  const { frame, state, columns, open, rowHeight } = grid;
  const pageSize = Math.max(1, Math.floor(frame.clientHeight / rowHeight) - 2);
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: pageSize, PageUp: -pageSize, Home: -Infinity, End: Infinity };
  if (event.target !== frame || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key in steps) goToRow(grid, state.row + steps[event.key]);
  else if (event.key === "ArrowRight") state.column = Math.min(state.column + 1, columns.length - 1);
  else if (event.key === "ArrowLeft") state.column = Math.max(state.column - 1, 0);
  else if (event.key === "Enter" && state.row >= 0) open(state.rows[state.row]);
  else return;
  event.preventDefault();
  markActive(grid);
  document.getElementById(`cell-${state.row}-${state.column}`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function clickInGrid(grid, event) {
  if (event.target.closest("a")) return;
  const row = event.target.closest("[data-index]");
  if (!row || getSelection().toString()) return;
  grid.state.row = Number(row.dataset.index);
  const cell = event.target.closest("[role=gridcell]");
  if (cell) grid.state.column = Number(cell.getAttribute("aria-colindex")) - 1;
  markActive(grid);
  grid.open(grid.state.rows[grid.state.row]);
}
