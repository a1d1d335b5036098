package import Armature
import ArmatureModel

extension PostgreSQLStore {
  /// Returns the failures of new objects' values that the server could not represent in a save. No server is used.
  ///
  /// - Complexity: O(*n*) in the values.
  package static func refusals(of objects: some Sequence<ManagedObject>) -> ValidationReport {
    var failures: [ValidationFailure] = []
    for object in objects {
      for property in object.entity.persistentProperties {
        guard let attribute = property.asAttribute, let value = object[attribute.name],
          case .none = PostgreSQLRounding.value(value)
        else { continue }
        failures.append(
          ValidationFailure(
            entity: object.entity.name, objectID: object.objectID, keyPath: [attribute.name],
            .notRepresentable(attribute.type), value: value, ruleSite: property.site,
            customMessage: PostgreSQLRounding.requirement("{place}")))
      }
    }
    return ValidationReport(failures)
  }
}
