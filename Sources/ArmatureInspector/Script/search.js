// The search across all names.

let targets = null;

function searchTargets() {
  const views = [["Overview", "#"], ["Diagram", viewAddress("diagram")], ["Warnings of the check", viewAddress("issues")]]
    .concat(model.older ? [["Changes", viewAddress("changes")]] : [])
    .concat(store ? [["Problems in the data", viewAddress("problems")]] : [])
    .map(([name, address]) => ({ name, address, kind: "view" }));
  const named = model.entities.flatMap((entity) => [
    { name: entity.name, address: entityAddress(entity.name), kind: "entity" },
    ...entity.properties.map((property) => ({ name: `${entity.name}.${property.name}`, detail: property.type,
      address: entityAddress(entity.name, property.name), kind: property.kind })),
    ...entity.fetches.map((fetch) => ({ name: fetch.name, detail: `fetch request of ${entity.name}`,
      address: entityAddress(entity.name), kind: "fetched" })),
  ]);
  const objects = [...tables.values()].filter((table) => table.count).map((table) => ({ name: `${table.entity} objects`,
    detail: table.count.toLocaleString("en"), address: viewAddress("objects", table.entity), kind: "view" }));
  return [...views, ...named, ...objects];
}

// Ranks a name: a match at its beginning, at the beginning of a part, anywhere, or of its letters in order.
function rank(name, text) {
  const lower = name.toLowerCase();
  const place = lower.indexOf(text);
  if (place === 0) return 0;
  if (place > 0) return lower[place - 1] === "." ? 1 : 2;
  let position = -1;
  for (const letter of text) {
    position = lower.indexOf(letter, position + 1);
    if (position < 0) return -1;
  }
  return 3;
}

function found(text) {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return targets.filter((target) => target.kind === "view" || target.kind === "entity").slice(0, 40);
  const order = { entity: 0, view: 1 };
  return targets.map((target) => ({ target, rank: rank(target.name, wanted) }))
    .filter((item) => item.rank >= 0)
    .sort((left, right) => left.rank - right.rank || (order[left.target.kind] ?? 2) - (order[right.target.kind] ?? 2)
      || left.target.name.length - right.target.name.length)
    .slice(0, 40).map((item) => item.target);
}

function makePalette() {
  const list = el("ul", { id: "found", role: "listbox", "aria-label": "Found" });
  const input = el("input", { type: "search", role: "combobox", placeholder: "Search entities and properties",
    "aria-label": "Search entities and properties", "aria-expanded": "true", "aria-controls": "found",
    "aria-autocomplete": "list", autocomplete: "off", spellcheck: "false" });
  const palette = byID("palette");
  palette.append(input, list);
  const state = { chosen: 0, items: [] };
  const choose = (index) => {
    state.chosen = Math.max(0, Math.min(index, state.items.length - 1));
    [...list.children].forEach((item, place) => item.setAttribute("aria-selected", String(place === state.chosen)));
    const item = list.children[state.chosen];
    item?.scrollIntoView({ block: "nearest" });
    if (item) input.setAttribute("aria-activedescendant", item.id); else input.removeAttribute("aria-activedescendant");
  };
  const follow = () => {
    const item = state.items[state.chosen];
    if (!item) return;
    palette.close();
    if (location.hash === item.address || item.address === "#" && !location.hash) show(); else location.hash = item.address;
  };
  const update = () => {
    state.items = found(input.value);
    list.replaceChildren(...state.items.map((item, index) => el("li", { role: "option", id: `found-${index}`,
      onclick: () => { state.chosen = index; follow(); } }, signs[item.kind]?.() ?? sign("›", "view"),
      el("span", { class: "what" }, item.name), item.detail ? el("span", { class: "soft" }, item.detail) : null)));
    if (!state.items.length) list.append(el("li", { class: "nothing", role: "option", "aria-disabled": "true" }, "Nothing has such a name."));
    choose(0);
  };
  input.addEventListener("input", update);
  input.addEventListener("keydown", (event) => {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key === "Enter") follow();
    else if (steps[event.key]) choose(state.chosen + steps[event.key]);
    else return;
    event.preventDefault();
  });
  palette.addEventListener("click", (event) => { if (event.target === palette) palette.close(); });
  return () => {
    if (palette.open) return;
    targets ??= searchTargets();
    input.value = "";
    palette.showModal();
    update();
    input.focus();
  };
}
