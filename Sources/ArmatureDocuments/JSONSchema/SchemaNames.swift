import ArmatureModel

/// The names of a schema's parts, made of letters, digits, `_` and `-`.
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

  /// Returns the name of the part for an entity's own records.
  subscript(entity: String) -> String { names[entity] ?? Self.component(entity) }

  /// Returns the name of the part for records of an entity and its sub-entities. Entity names contain no dot.
  func any(_ entity: String) -> String { self[entity] + ".any" }

  /// Returns a text as the name of a part.
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
