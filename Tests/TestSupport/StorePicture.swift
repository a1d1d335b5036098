package import Armature
package import ArmatureModel

/// A context's view of a store: every object with its values, by key.
package struct StorePicture: Equatable {
  package var objects: [Int64: Object] = [:]

  package struct Object: Equatable {
    package var entity: String
    package var values: [String: AttributeValue] = [:]
    /// The keys of each relationship's objects; sorted unless it is ordered.
    package var links: [String: [Int64]] = [:]
  }

  package init(_ container: PersistentContainer) throws {
    let context = container.makeContext()
    for entity in context.model.entities where !entity.isAbstract {
      for object in try context.fetch(entity.name) where object.entity.name == entity.name {
        var found = Object(entity: entity.name)
        for property in entity.persistentProperties {
          switch property {
          case .attribute: found.values[property.name] = try object.value(forKey: property.name)
          case .relationship(let relationship):
            let keys = try object.objectIDs(forRelationshipNamed: property.name).map(\.key)
            found.links[property.name] = relationship.arity == .ordered ? keys : keys.sorted()
          case .fetched: break
          }
        }
        objects[object.objectID.key] = found
      }
    }
  }
}

extension StorePicture: CustomStringConvertible {
  /// A line for each object, in the order of the keys: `Book 2 author: [1], title: "Emma"`.
  package var description: String {
    objects.sorted { $0.key < $1.key }.map { key, object in
      let values = object.values.filter { !$0.value.isNull }.mapValues(\.description)
        .merging(object.links.filter { !$0.value.isEmpty }.mapValues(\.description)) { $1 }
      let words = values.sorted { $0.key < $1.key }.map { "\($0): \($1)" }
      return "\(object.entity) \(key) \(words.joined(separator: ", "))"
    }.joined(separator: "\n")
  }
}
