// The differences from an older version, side by side.

const effects = { none: "no effect", lightweight: "lightweight", needsMapping: "needs a mapping", mayLose: "may lose", breaking: "breaking" };
const effectKinds = { needsMapping: "warning", mayLose: "warning", breaking: "error" };

function changeList(list) {
  return el("ul", { class: "changes" }, list.map((change) =>
    el("li", {}, change.property ? el("strong", {}, change.property, ": ") : null, change.text, " ",
      badge(effects[change.compatibility], effectKinds[change.compatibility] ?? ""), " ",
      el("span", { class: "soft" }, change.reason))));
}

function showChanges() {
  if (!model.older) return page("Changes", el("h1", {}, "Changes"), nothing("There is no older version to compare with."));
  const order = [...model.entities, ...model.older.entities].map((entity) => entity.name);
  const names = [...new Set(order)].filter((name) => changesByEntity.has(name));
  const totals = grouped(changes, (change) => change.compatibility);
  page("Changes",
    el("header", { class: "top" }, el("p", { class: "kicker" }, `Since the older ${model.older.title}`), el("h1", {}, "Changes"),
      el("p", {}, Object.keys(effects).filter((key) => totals.has(key)).map((key) =>
        [badge(`${totals.get(key).length} ${effects[key]}`, effectKinds[key] ?? ""), " "]))),
    names.length ? names.map(changedEntity) : nothing("Nothing has changed."));
}

// The old and the new version of an entity, followed by the effect of each change.
function changedEntity(name) {
  const list = changesByEntity.get(name);
  const whole = list.find((change) => !change.property && change.kind !== "changed");
  const former = list.find((change) => !change.property && change.formerName)?.formerName ?? name;
  const before = model.older.entities.find((entity) => entity.name === former);
  const after = entities.get(name);
  return el("section", { class: "part" },
    el("h2", {}, signs.entity(), after ? entityLink(name) : name, whole ? badge(whole.kind, whole.kind) : null,
      former === name ? null : el("span", { class: "soft" }, ` was ${former}`)),
    sideBySide(name, before, after, list), changeList(list));
}

function sideBySide(name, before, after, list) {
  const renamed = new Map(list.filter((change) => change.property && change.formerName)
    .map((change) => [change.property, change.formerName]));
  const older = new Map((before?.properties ?? []).map((property) => [property.name, property]));
  const rows = [];
  for (const property of after?.properties ?? []) {
    const formerName = renamed.get(property.name) ?? property.name;
    rows.push([older.get(formerName), property]);
    older.delete(formerName);
  }
  for (const property of older.values()) rows.push([property, undefined]);
  const changed = new Set(list.map((change) => change.property?.split(".")[0]));
  const shown = rows.filter(([left, right]) => changed.has((right ?? left).name) || !left || !right);
  if (!shown.length) return null;
  return table(`${name}, before and after`, ["Before", "After"], shown.map(([left, right]) => ({
    class: left && right ? "changed" : left ? "removed" : "added", cells: [declaration(left), declaration(right)] })));
}

function declaration(property) {
  if (!property) return el("span", { class: "none" }, "–");
  const type = property.kind === "attribute" ? property.type
    : `${property.isToMany || property.kind === "fetched" ? "many" : "one"} ${property.type}`;
  return [signs[property.kind](), el("strong", {}, breakable(property.name)), " ", code(type + (property.isOptional ? "?" : "")), " ",
    notes(property), property.inverse ? el("span", { class: "note" }, "inverse ", code(property.inverse)) : null];
}
