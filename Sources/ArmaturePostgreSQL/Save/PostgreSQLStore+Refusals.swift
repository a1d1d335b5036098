package import Armature
import ArmatureModel

extension PostgreSQLStore {
  /// The values of new objects that no server has, as a save of them would tell; no server is asked.
  ///
  /// - Complexity: O(*n*) in the values.
  package static func refusals(of objects: some Sequence<ManagedObject>) -> ValidationReport {
    var failures: [ValidationFailure] = []
    for object in objects {
      for property in object.entity.persistentProperties {
        guard let attribute = property.asAttribute, let value = object[attribute.name],
          case .none = PostgreSQLKept.value(value)
        else { continue }
        failures.append(
          ValidationFailure(
            entity: object.entity.name, objectID: object.objectID, keyPath: [attribute.name],
            .notRepresentable(attribute.type), value: value, ruleSite: property.site,
            customMessage: PostgreSQLKept.requirement("{place}")))
      }
    }
    return ValidationReport(failures)
  }
}
