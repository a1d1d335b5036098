// The sidebar, the colour scheme, keyboard shortcuts and navigation.

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
const openSearch = makePalette();

const views = [
  ["Overview", "#", "overview"], ["Diagram", viewAddress("diagram"), "diagram"],
  ["Check", viewAddress("issues"), "issues", model.issues.length, "warning"],
  model.older && ["Changes", viewAddress("changes"), "changes", changes.length, ""],
  store && ["Problems", viewAddress("problems"), "problems", failures.length, "error"],
].filter(Boolean);

function makeSide() {
  const size = (number, kind = "") => number ? el("span", { class: `size ${kind}` }, number.toLocaleString("en")) : null;
  const wrong = grouped(failures, (failure) => failure.entity);
  fill(byID("side"), [
    el("div", { class: "name" }, link("#", { class: "plain" }, model.title)),
    el("button", { class: "find", onclick: openSearch, "aria-keyshortcuts": isMac ? "Meta+K" : "Control+K" },
      el("span", {}, "Search"), el("kbd", {}, isMac ? "⌘K" : "Ctrl K")),
    el("ul", {}, views.map(([name, address, view, number, kind]) =>
      el("li", {}, link(address, { "data-view": view }, name, size(number, kind))))),
    el("h2", { id: "entitiesTitle" }, "Entities"),
    el("ul", { class: "entities", "aria-labelledby": "entitiesTitle" }, entityTree().map(({ entity, depth }) =>
      el("li", { class: `tree depth${Math.min(depth, 6)}` }, link(entityAddress(entity.name),
        { "data-entity": entity.name, class: entity.isAbstract ? "abstract" : "" }, signs.entity(),
        el("span", { class: "what" }, breakable(entity.name)),
        wrong.has(entity.name) ? el("span", { class: "dot", title: "has problems" }, el("span", { class: "unseen" }, "has problems")) : null,
        size(tables.get(entity.name)?.count))))),
    themeSwitch()]);
}

// If the page cannot store the choice, it lasts until the page is closed.
function kept(name, value) {
  try {
    if (value === undefined) return localStorage.getItem(name);
    localStorage.setItem(name, value);
  } catch { return null; }
}

function themeSwitch() {
  const set = (theme) => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    for (const button of group.children) button.setAttribute("aria-pressed", String(button.dataset.choice === theme));
    kept("theme", theme);
  };
  const group = el("div", { class: "theme", role: "group", "aria-label": "Colours" },
    [["auto", "Auto"], ["light", "Light"], ["dark", "Dark"]].map(([theme, name]) =>
      el("button", { "data-choice": theme, onclick: () => set(theme) }, name)));
  const last = kept("theme");
  set(["light", "dark"].includes(last) ? last : "auto");
  return group;
}

function openSide(opens) {
  document.body.classList.toggle("open", opens);
  byID("menu").setAttribute("aria-expanded", String(opens));
}

function show() {
  const { view, rest } = route();
  const shown = { overview: showOverview, entity: showEntity, diagram: showDiagram, issues: showIssues,
    changes: showChanges, ...store && { problems: showProblems, objects: showObjects } }[view] ?? (() => showMissing(view));
  shown(...rest);
  const entity = view === "entity" || view === "objects" ? rest[0] : undefined;
  for (const item of byID("side").querySelectorAll("a[data-view],a[data-entity]")) {
    const isCurrent = item.dataset.entity !== undefined ? item.dataset.entity === entity : item.dataset.view === view;
    if (!isCurrent) { item.removeAttribute("aria-current"); continue; }
    item.setAttribute("aria-current", "page");
    item.scrollIntoView({ block: "nearest" });
  }
  openSide(false);
  if (view !== "objects" && !rest[1]) byID("main").scrollTop = 0;
}

function pressed(event) {
  const isTyping = event.target.closest?.("input,textarea");
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k" || event.key === "/" && !isTyping) {
    event.preventDefault();
    openSearch();
  } else if (event.key === "Escape" && !byID("palette").open) {
    if (document.body.classList.contains("open")) openSide(false);
    else if (current && !current.panel.hidden && current.panel.isConnected) closeRecord();
  }
}

makeSide();
byID("barTitle").textContent = model.title;
byID("menu").addEventListener("click", () => openSide(!document.body.classList.contains("open")));
byID("skip").addEventListener("click", () => byID("main").focus());
addEventListener("keydown", pressed);
addEventListener("hashchange", show);
show();
