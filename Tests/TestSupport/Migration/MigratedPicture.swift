package import ArmatureModel
import Foundation

/// The expected objects of a new model, derived only from the migration steps that rename.
///
/// It knows objects only, and no tables.
package struct MigratedPicture {
  private let old: ManagedObjectModel
  private let new: ManagedObjectModel
  private let plan: MigrationPlan

  package init(from old: ManagedObjectModel, to new: ManagedObjectModel) {
    (self.old, self.new) = (old, new)
    plan = MigrationPlan(from: old, to: new)
  }

  private func newName(ofEntity name: String) -> String {
    for step in plan.steps {
      if case .entityRenamed(from: name) = step.fact { return step.entity }
    }
    return name
  }

  /// Returns the old name of a property in the new model.
  private func oldName(of property: String, in entity: String) -> String {
    for step in plan.steps {
      guard case .propertyRenamed(let former) = step.fact, step.property == property,
        new.entity(entity, isKindOf: step.entity)
      else { continue }
      return former
    }
    return property
  }

  /// Returns the differences between the expected and the actual objects.
  package func differences(_ before: StorePicture, _ after: StorePicture) -> [String] {
    var differences: [String] = []
    func expect(_ isSo: Bool, _ words: @autoclosure () -> String) {
      if !isSo { differences.append(words()) }
    }
    expect(before.objects.keys.sorted() == after.objects.keys.sorted(), "other objects")
    for (key, object) in after.objects {
      guard let former = before.objects[key], let entity = new[object.entity] else { continue }
      expect(object.entity == newName(ofEntity: former.entity), "\(key) is of \(object.entity)")
      for property in entity.persistentProperties {
        let name = oldName(of: property.name, in: entity.name)
        switch property {
        case .attribute(let attribute):
          let found = object.values[property.name] ?? .null
          let value = former.values[name] ?? .null
          expect(
            isSame(found, value, attribute, wasThere: former.values.keys.contains(name)),
            "\(entity.name).\(property.name) \(key): \(value), \(found)")
        case .relationship(let relationship):
          let found = object.links[property.name] ?? []
          let wanted = former.links[name] ?? reversed(relationship, key, before)
          let isOrdered = relationship.arity == .ordered && former.links[name] != nil
          expect(
            isOrdered ? found == wanted : found.sorted() == wanted.sorted(),
            "\(entity.name).\(property.name) \(key)")
        case .fetched: break
        }
      }
    }
    return differences
  }

  private func isSame(
    _ found: AttributeValue, _ value: AttributeValue, _ attribute: AttributeDescription,
    wasThere: Bool
  ) -> Bool {
    if !wasThere || value.isNull && !attribute.isOptional {
      switch attribute.defaultValue {
      case .constant(let initial)?:
        return found == initial || found.description == initial.description
      case .now?: return found.dateValue.map { $0 <= Date() } ?? false
      default: return found.isNull
      }
    }
    if case .date(let date) = value, found.dateValue == nil, !found.isNull {
      return "\(found)" == "\(AttributeValue.double(date.timeIntervalSinceReferenceDate))"
        || "\(found)" == "\"\(value)\""
    }
    // With another type, the value has the same text.
    return found == value || found.description == value.description
      || "\"\(found)\"" == value.description || found.description == "\"\(value)\""
  }

  /// Returns the objects that lead to one by the inverse of a new relationship.
  private func reversed(
    _ relationship: RelationshipDescription, _ key: Int64, _ before: StorePicture
  ) -> [Int64] {
    guard let inverse = relationship.inverse else { return [] }
    return before.objects.filter { _, object in
      let entity = newName(ofEntity: object.entity)
      return new.entity(entity, isKindOf: relationship.destination)
        && object.links[oldName(of: inverse, in: entity)]?.contains(key) ?? false
    }.map(\.key)
  }
}

extension AttributeValue {
  /// The date, if the value is one.
  fileprivate var dateValue: Date? { if case .date(let date) = self { date } else { nil } }
}
