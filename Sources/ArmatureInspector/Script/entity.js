// The overview of the model, and the view of an entity.

function showOverview() {
  const own = (kind) => model.entities.reduce((sum, entity) =>
    sum + entity.properties.filter((property) => property.kind === kind).length, 0);
  const objects = [...tables.values()].reduce((sum, table) => sum + table.count, 0);
  page(model.title,
    el("header", { class: "top" }, el("p", { class: "kicker" }, "Model"), el("h1", {}, breakable(model.title))),
    el("div", { class: "tiles" },
      tile(model.entities.length, "entity", "entities", viewAddress("diagram")),
      el("div", { class: "tile" }, el("span", { class: "number" }, own("attribute").toLocaleString("en")),
        el("span", { class: "meaning" }, "attributes")),
      el("div", { class: "tile" }, el("span", { class: "number" }, own("relationship").toLocaleString("en")),
        el("span", { class: "meaning" }, "relationships")),
      store ? tile(objects, "object", "objects", firstTable()) : null,
      store ? tile(failures.length, "problem in the data", "problems in the data", viewAddress("problems"),
        failures.length ? "error" : "") : null,
      tile(model.issues.length, "warning of the check", "warnings of the check", viewAddress("issues"),
        model.issues.length ? "warning" : ""),
      model.older ? tile(changes.length, "change", "changes", viewAddress("changes")) : null),
    section("Entities", overviewTable()),
    section("Configurations", configurations.length ? configurationTable() : null));
}

const firstTable = () =>
  viewAddress("objects", [...tables.values()].find((table) => table.count)?.entity ?? model.entities[0]?.name ?? "");

function overviewTable() {
  const headings = ["Entity", "Attributes", "Relationships", "Rules"]
    .concat(store ? ["Objects"] : []).concat(["Declared"]);
  const rows = entityTree().map(({ entity, depth }) => {
    const properties = allProperties(entity);
    const objects = tables.get(entity.name);
    const name = el("span", { class: `tree depth${Math.min(depth, 6)}` }, signs.entity(), entityLink(entity.name),
      entity.isAbstract ? badge("abstract") : null);
    return [name, ofKind(properties, "attribute").length, ofKind(properties, "relationship").length,
      allRules(entity).length || "",
      ...(store ? [objects ? link(viewAddress("objects", entity.name), {}, objects.count.toLocaleString("en")) : ""] : []),
      site(entity.site)];
  });
  return table("Entities", headings, rows);
}

function configurationTable() {
  return table("Configurations", ["Configuration", "Entities"], configurations.map((name) =>
    [name, joined(model.entities.filter((entity) => entity.configurations.includes(name))
      .map((entity) => entityLink(entity.name)))]));
}

function showEntity(name, propertyName) {
  const entity = entities.get(name);
  if (!entity) return showMissing(name);
  const properties = allProperties(entity);
  page(name, entityTop(entity),
    section("Attributes", attributeTable(entity, ofKind(properties, "attribute"))),
    section("Relationships", relationshipTable(entity, ofKind(properties, "relationship"))),
    section("Fetched properties", fetchedTable(entity, ofKind(properties, "fetched"))),
    section("Rules of the entity", rulesList(allRules(entity).map(({ rule, owner }) =>
      ({ rule, owner: owner === entity ? null : owner })), entity.site)),
    section("Fetch requests", statements("Fetch requests", entity.fetches, entity)),
    section("Indexes", statements("Indexes", entity.indexes, entity)),
    section("Warnings of the check", issuesByEntity.has(name) ? issueTable(issuesByEntity.get(name)) : null),
    section("Changes", changesByEntity.has(name) ? changeList(changesByEntity.get(name)) : null));
  if (propertyName) markProperty(propertyName);
}

function showMissing(name) {
  page("Not found", el("h1", {}, "Not found"), nothing(`The model has no entity "${name}".`));
}

function markProperty(name) {
  const row = [...document.querySelectorAll("[data-property]")].find((row) => row.dataset.property === name);
  if (!row) return announce(`There is no property ${name}.`);
  row.classList.add("target");
  row.scrollIntoView({ block: "center" });
  row.querySelector("a,th")?.focus({ preventScroll: true });
}

function entityTop(entity) {
  const [above, below, leading] = [ancestors(entity), children(entity), pointers(entity)];
  const objects = tables.get(entity.name);
  return [
    el("header", { class: "top" },
      el("p", { class: "kicker" }, "Entity", entity.isAbstract ? badge("abstract") : null),
      el("h1", {}, breakable(entity.name)), wholeSite(entity.site),
      link(viewAddress("diagram", entity.name), { class: "button" }, "Diagram"),
      objects ? link(viewAddress("objects", entity.name), { class: "button" },
        count(objects.count, "object")) : null),
    details([
      ["Inherits from", above.length ? joined(above.map((item) => entityLink(item.name))) : null],
      ["Inherited by", below.length ? joined(below.map((item) => entityLink(item.name))) : null],
      ["Led to by", leading.length ? joined(leading.map(({ owner, property }) =>
        propertyLink(owner.name, property.name))) : null],
      ["Class", entity.className === "ManagedObject" ? null : code(entity.className)],
      ["Configurations", entity.configurations.length ? entity.configurations.join(", ") : null],
      ["Key in JSON", entity.key ? code(entity.key) : null],
      ["Former name", entity.formerName],
      ["User info", Object.keys(entity.userInfo).length ? userInfo(entity.userInfo) : null],
    ]),
  ];
}

// The name of a property as a link to itself, with the declaring entity.
function propertyName(entity, owner, property) {
  return [signs[property.kind](), link(entityAddress(entity.name, property.name), { class: "plain" }, breakable(property.name)),
    owner === entity ? null : el("span", { class: "soft" }, " of ", entityLink(owner.name))];
}

function notes(property) {
  return [
    property.marks.map((mark) => badge(mark, mark === "identifying" ? "accent" : "")),
    property.defaultValue !== undefined ? el("span", { class: "note" }, "default ", code(property.defaultValue)) : null,
    property.kind === "attribute" && property.text ? el("span", { class: "note" }, "= ", code(property.text)) : null,
    property.key ? el("span", { class: "note" }, "key ", code(property.key)) : null,
    property.formerName ? el("span", { class: "note" }, "was ", code(property.formerName)) : null,
    userInfo(property.userInfo),
    rulesList(property.rules.map((rule) => ({ rule })), property.site),
  ];
}

function attributeTable(entity, properties) {
  if (!properties.length) return null;
  const rows = [];
  const add = (owner, property, depth) => {
    const name = depth ? el("span", { class: `tree depth${depth}` }, breakable(property.name)) : propertyName(entity, owner, property);
    rows.push({ "data-property": depth ? undefined : property.name, class: owner === entity ? "" : "inherited",
      cells: [name, [code(property.type), property.isOptional ? badge("optional") : null], notes(property), site(property.site, entity.site)] });
    for (const element of property.elements ?? []) add(owner, element, depth + 1);
  };
  for (const { property, owner } of properties) add(owner, property, 0);
  return table("Attributes", ["Name", "Type", "Rules and more", "Declared"], rows);
}

const deleteRules = {
  nullify: "nullify", cascade: "cascade", deny: "deny", noAction: "no action",
};

function relationshipTable(entity, properties) {
  if (!properties.length) return null;
  return table("Relationships", ["Name", "Leads to", "Inverse", "On delete", "More", "Declared"],
    properties.map(({ property, owner }) => ({
      "data-property": property.name, class: owner === entity ? "" : "inherited",
      cells: [propertyName(entity, owner, property),
        [badge(property.isToMany ? "many" : "one"), " ", entityLink(property.type)],
        property.inverse ? link(entityAddress(property.type, property.inverse), {}, breakable(property.inverse))
          : el("span", { class: "soft" }, "none"),
        badge(deleteRules[property.deleteRule] ?? property.deleteRule, property.deleteRule === "cascade" ? "warning" : ""),
        [property.isOptional ? badge("optional") : badge("required", "accent"), notes(property)], site(property.site, entity.site)],
    })));
}

function fetchedTable(entity, properties) {
  if (!properties.length) return null;
  return table("Fetched properties", ["Name", "Finds", "Where", "More", "Declared"],
    properties.map(({ property, owner }) => ({
      "data-property": property.name,
      cells: [propertyName(entity, owner, property), entityLink(property.type), code(property.text),
        notes({ ...property, text: null }), site(property.site, entity.site)],
    })));
}

function statements(label, list, entity) {
  if (!list.length) return null;
  return table(label, ["Name", "Condition", "Declared"],
    list.map((item) => [breakable(item.name), item.text ? code(item.text) : "", site(item.site, entity.site)]));
}
