// The issues of the model and the failures of the data.

function issueTable(issues) {
  return table("Warnings of the check", ["Where", "What", "Kind", "Declared"], issues.map((issue) =>
    [issue.property ? propertyLink(issue.entity, issue.property) : entityLink(issue.entity), breakable(issue.message),
      badge(issue.code, "warning"), site(issue.site)]));
}

function showIssues() {
  page("Check", el("header", { class: "top" }, el("p", { class: "kicker" }, "Model"), el("h1", {}, "Warnings of the check")),
    model.issues.length ? issueTable(model.issues) : nothing("The check found nothing. The model has no warnings."));
}

function showProblems() {
  page("Problems");
  byID("main").className = "whole";
  const size = el("span", { class: "soft" });
  const grid = virtualGrid({
    label: "Problems in the data", rowHeight: 56,
    columns: [{ name: "Object", width: "minmax(7rem, 1fr)" }, { name: "Property", width: "minmax(7rem, 1fr)" },
      { name: "Problem", width: "minmax(20rem, 4fr)" }, { name: "Kind", width: "minmax(8rem, 0.9fr)" },
      ...(failures.some((failure) => failure.source) ? [{ name: "Data", width: "minmax(8rem, 1fr)" }] : [])],
    cell: (failure, column, position) => problemCell(failure, position),
    open: (failure) => {
      if (failure.object === undefined) showProblem(panel, failure); else location.hash = objectAddress(failure.object);
    },
  });
  const panel = el("aside", { class: "panel", "aria-label": "Problem", hidden: true });
  const filter = el("input", { type: "search", placeholder: "Filter", "aria-label": "Filter problems",
    oninput: settled(() => filterProblems(grid, filter, size)) });
  fill(byID("main"), [el("header", { class: "top line" }, el("h1", {}, "Problems in the data"), size,
    el("div", { class: "controls" }, filter)), failures.length ? el("div", { class: "split", onkeydown: (event) => { if (event.key === "Escape") panel.hidden = true; } },
      grid.frame, panel) : nothing("There is nothing wrong with the data.")]);
  filterProblems(grid, filter, size);
}

// A failure without an object is shown in full here, because no other view shows it.
function showProblem(panel, failure) {
  panel.hidden = false;
  panel.replaceChildren();
  fill(panel, [el("header", {}, el("p", { class: "kicker" }, "Problem"),
    el("button", { class: "close", "aria-label": "Close", title: "Close (Escape)", onclick: () => { panel.hidden = true; } }, "×")),
    el("h2", { tabindex: "-1" }, breakable(failure.entity)), failureBox(failure)]);
  announce(failure.message);
}

function filterProblems(grid, filter, size) {
  const text = filter.value.trim().toLowerCase();
  const found = failures.filter((failure) => !text
    || [failure.entity, failure.property, failure.message, failure.code, failure.source].join("\n").toLowerCase().includes(text));
  grid.show(found);
  const all = count(failures.length, "problem");
  size.textContent = found.length === failures.length ? all : `${found.length.toLocaleString("en")} of ${all}`;
  announce(size.textContent);
}

function problemCell(failure, position) {
  const property = failure.property && findProperty(failure.entity, failure.property);
  switch (position) {
    case 0: return { content: failure.object === undefined ? [failure.entity, failure.label ? ` ${failure.label}` : ""]
      : link(objectAddress(failure.object), { tabindex: "-1" }, labelOf(failure.object)) };
    case 1: return { content: property ? link(entityAddress(failure.entity, failure.property), { tabindex: "-1" }, failure.property)
      : failure.property ?? "" };
    case 2: return { title: visible(failure.message), content: [badge(failure.severity, failure.severity), " ", failure.message] };
    case 3: return { content: code(failure.code) };
    default: return { content: site(failure.source) };
  }
}
