// The model, prepared for the page's views.

const model = JSON.parse(byID("model").textContent);

// Missing values in the JSON are empty or have their defaults.
function complete(entity) {
  const add = (things) => things.forEach((thing) => {
    thing.kind ??= thing.isToMany === undefined ? "attribute" : "relationship";
    if (thing.kind === "relationship") thing.deleteRule ??= "nullify";
    thing.marks ??= [];
    thing.rules ??= [];
    thing.userInfo ??= {};
    place([thing, ...thing.rules]);
    if (thing.elements) add(thing.elements);
  });
  const place = (things) => things.forEach((thing) => {
    if (thing.site?.startsWith(":")) thing.site = entity.file + thing.site;
  });
  entity.className ??= "ManagedObject";
  entity.userInfo ??= {};
  for (const list of ["configurations", "properties", "rules", "indexes", "fetches"]) entity[list] ??= [];
  place([entity, ...entity.rules, ...entity.indexes, ...entity.fetches]);
  add(entity.properties);
}
for (const entity of [...model.entities, ...model.older?.entities ?? []]) complete(entity);
model.boxes ??= model.entities.map((entity) => entity.name);

const entities = new Map(model.entities.map((entity) => [entity.name, entity]));
const changes = model.older?.changes ?? [];

function grouped(list, key) {
  const groups = new Map();
  for (const item of list) {
    const name = key(item);
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(item);
  }
  return groups;
}

const issuesByEntity = grouped(model.issues, (issue) => issue.entity);
const changesByEntity = grouped(changes, (change) => change.entity);
const childrenByParent = grouped(model.entities, (entity) => entity.parent ?? "");

// The ancestors of an entity, nearest first.
function ancestors(entity) {
  const found = [];
  let parent = entities.get(entity.parent);
  while (parent && !found.includes(parent)) {
    found.push(parent);
    parent = entities.get(parent.parent);
  }
  return found;
}

const children = (entity) => childrenByParent.get(entity.name) ?? [];

// All properties with their declaring entities, inherited ones first.
function allProperties(entity) {
  return [...ancestors(entity).reverse(), entity].flatMap((owner) =>
    owner.properties.map((property) => ({ property, owner })));
}

// All rules of an entity with their declaring entities, inherited ones first.
function allRules(entity) {
  return [...ancestors(entity).reverse(), entity].flatMap((owner) =>
    owner.rules.map((rule) => ({ rule, owner })));
}

function findProperty(entityName, name) {
  const entity = entities.get(entityName);
  return entity && allProperties(entity).find(({ property }) => property.name === name)?.property;
}

const ofKind = (properties, kind) => properties.filter(({ property }) => property.kind === kind);

// The relationships of other entities to an entity.
function pointers(entity) {
  const names = new Set([entity.name, ...ancestors(entity).map((above) => above.name)]);
  return model.entities.flatMap((owner) => owner.properties
    .filter((property) => property.kind === "relationship" && names.has(property.type))
    .map((property) => ({ owner, property })));
}

const configurations = [...new Set(model.entities.flatMap((entity) => entity.configurations))].sort();

// The entities with their depths in the hierarchy, each family together.
function entityTree() {
  const found = [];
  const walk = (entity, depth) => {
    found.push({ entity, depth });
    for (const child of children(entity)) walk(child, depth + 1);
  };
  for (const entity of model.entities) if (!entities.has(entity.parent)) walk(entity, 0);
  return found;
}
