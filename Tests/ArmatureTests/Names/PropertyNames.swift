import Armature
import Testing

/// Property names from real models, and names that are members of other types.
enum PropertyNames {
  static let all: [String] = [
    "state", "context", "value", "values", "count", "min", "max", "property", "object", "type",
    "kind", "status", "id", "label", "key", "keys", "index", "name", "read", "path", "report",
    "length", "first", "last", "map", "filter", "contains", "prefix", "suffix", "sorted",
    "reversed", "reduce", "forEach", "compactMap", "flatMap", "enumerated", "split", "starts",
    "lazy", "dynamicMember", "makeIterator", "isFault", "debugDescription", "setProperty",
    "any", "all", "none", "sum", "average", "in", "like", "matches", "equals", "hasPrefix",
    "hasSuffix", "lowercased", "uppercased", "schema", "parent", "rules", "isAbstract",
    "entityName", "attribute", "objects", "row", "rule", "base", "entries", "shape", "graph",
    "runtime", "link", "links", "store", "place", "load", "write", "clear", "end", "linked",
    "members", "underestimatedCount",
  ]

  /// Returns a model with an entity that has a text for each name and a relationship to itself.
  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Names") {
      Entity("Item") {
        for name in all { Attribute(name, String?.self) }
        Relationship("owner", to: "Item", inverse: "items")
        Relationship("items", to: "Item", .toMany)
      }
    }
  }

  /// Returns two objects of the entity; the second owns the first.
  static func objects(
    of entity: String, in model: ManagedObjectModel
  ) throws -> (context: ManagedObjectContext, item: ManagedObject, owner: ManagedObject) {
    let hidden = model.warnings.filter { $0.code == .hiddenName }
    #expect(hidden.isEmpty, "\(hidden)")
    let context = ManagedObjectContext(model: model)
    let (item, owner) = (try context.insert(entity), try context.insert(entity))
    item["owner"] = .object(owner.objectID)
    return (context, item, owner)
  }
}
