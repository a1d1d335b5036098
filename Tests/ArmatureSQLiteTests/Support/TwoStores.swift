import Armature
import ArmatureModel
import ArmatureSQLite
import TestSupport
import Testing

/// The same scenario in memory and in a file, with the same expected result.
enum TwoStores {
  /// Runs a scenario on both and compares its output and the saved state. The file is reopened for that.
  ///
  /// - Returns: The output of the scenario.
  @discardableResult static func play(
    _ model: ManagedObjectModel, sourceLocation: SourceLocation = #_sourceLocation,
    _ scenario: (PersistentContainer) throws -> String
  ) throws -> String {
    let folder = try TemporaryFolder()
    let store = SQLiteStore(folder.file(), inlineLimit: 8, durability: .normal)
    let file = try PersistentContainer(model: model, store: store)
    let memory = try PersistentContainer(
      model: model, store: InMemoryStore(identifier: store.identifier))
    let (told, wanted) = (try scenario(file), try scenario(memory))
    #expect(told == wanted, sourceLocation: sourceLocation)
    let again = try PersistentContainer(model: model, store: SQLiteStore(store.path))
    let (state, state2) = (try state(of: again), try state(of: memory))
    #expect(state == state2, sourceLocation: sourceLocation)
    return told
  }

  /// Returns the saved state as lines.
  static func state(of container: PersistentContainer) throws -> String {
    let context = container.makeContext()
    defer { withExtendedLifetime(context) {} }
    var lines: [String] = []
    for entity in container.model.entities where entity.parent == nil {
      for object in try context.fetch(entity.name) {
        let values = try object.entity.persistentProperties.map { property in
          guard let relationship = property.asRelationship else {
            return
              "\(property.name): \((try object.value(forKey: property.name) as AttributeValue).bits)"
          }
          let keys = try object.objectIDs(forRelationshipNamed: property.name).map(\.key)
          return "\(property.name): \(relationship.arity == .ordered ? keys : keys.sorted())"
        }
        lines.append(
          "\(object.entity.name) \(object.objectID.key) \(values.joined(separator: ", "))")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Saves and describes the result.
  static func save(_ context: ManagedObjectContext) -> String {
    do {
      try context.save()
      return "saved"
    } catch let report as ValidationReport {
      return "\(report)"
    } catch {
      return "\(error)"
    }
  }
}
