import ArmatureModel

/// The names of the parts of a schema, which are made of letters, digits, `_` and `-`.
struct SchemaNames {
  private var names: [String: String] = [:]

  init(_ model: ManagedObjectModel) {
    var taken: Set<String> = []
    for entity in model.entities {
      let base = Self.component(entity.name)
      var name = base
      var number = 2
      while !taken.insert(name).inserted {
        name = "\(base)-\(number)"
        number += 1
      }
      names[entity.name] = name
    }
  }

  /// The name of the part for records of an entity itself.
  subscript(entity: String) -> String { names[entity] ?? Self.component(entity) }

  /// The name of the part for records of an entity and its sub-entities. No entity has a point.
  func any(_ entity: String) -> String { self[entity] + ".any" }

  /// A text as a name of a part.
  static func component(_ text: String) -> String {
    let name = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar {
          case "a"..."z", "A"..."Z", "0"..."9", "_", "-": scalar
          default: "_"
          }
        }))
    return name.isEmpty ? "_" : name
  }
}
