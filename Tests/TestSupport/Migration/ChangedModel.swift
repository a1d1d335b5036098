package import ArmatureModel
import Foundation

/// A random model, and a later version with a few random changes, which may be invalid.
package struct ChangedModel {
  package let old: [EntityDescription]
  package private(set) var new: [EntityDescription]
  private var random: SplitMix64
  private var number = 0

  package init(seed: UInt64) {
    old = RandomModel(seed: seed).entities
    (new, random) = (old, SplitMix64(seed: seed &* 31 &+ 7))
    for _ in 0..<(1 + random.below(4)) { change() }
    if random.below(3) == 0 { new.shuffle(using: &random) }
  }

  /// Returns the models for a seed; `nil` if the later one is invalid or compatible with the old rows.
  package static func models(
    seed: UInt64
  ) throws -> (old: ManagedObjectModel, new: ManagedObjectModel)? {
    let change = ChangedModel(seed: seed)
    let old = try ManagedObjectModel("Old", entities: change.old)
    guard let new = try? ManagedObjectModel("New", entities: change.new),
      new.fingerprint != old.fingerprint
    else { return nil }
    return (old, new)
  }

  private mutating func change() {
    number += 1
    let entity = random.below(new.count)
    switch random.below(8) {
    case 0: rename(entity)
    case 1: new[entity].ownProperties.append(.attribute(addition()))
    case 2: new[entity].parent = new[random.below(new.count)].name
    case 3: new[entity].parent = nil
    case 4: new[entity].isAbstract.toggle()
    case 5: new.append(EntityDescription("N\(number)", parent: new[entity].name))
    default: changeProperty(entity)
    }
  }

  private mutating func rename(_ entity: Int) {
    let (name, other) = (new[entity].name, "N\(number)")
    new[entity].renamingIdentifier = name
    new[entity].name = other
    for index in new.indices {
      if new[index].parent == name { new[index].parent = other }
      for position in new[index].ownProperties.indices {
        guard case .relationship(var link) = new[index].ownProperties[position],
          link.destination == name
        else { continue }
        link.destination = other
        new[index].ownProperties[position] = .relationship(link)
      }
    }
  }

  private mutating func addition() -> AttributeDescription {
    let kinds: [(AttributeType, DefaultValue)] = [
      (.string, .constant("x")), (.int32, .constant(7)), (.decimal, .constant(.decimal(2))),
      (.bool, .constant(true)), (.double, .constant(.double(0.25))),
    ]
    let (type, value) = kinds[random.below(kinds.count)]
    let isOptional = random.below(2) == 0
    return AttributeDescription(
      "n\(number)", type, isOptional: isOptional,
      default: isOptional && random.below(2) == 0 ? nil : value)
  }

  private mutating func changeProperty(_ entity: Int) {
    guard !new[entity].ownProperties.isEmpty else { return }
    let position = random.below(new[entity].ownProperties.count)
    switch new[entity].ownProperties[position] {
    case .attribute(var attribute):
      switch random.below(5) {
      case 0: attribute.isOptional.toggle()
      case 1 where !isNamed(attribute.name):
        attribute.renamingIdentifier = attribute.name
        attribute.name = "n\(number)"
      case 2:
        attribute.rules = []
        attribute.defaultValue = nil
        attribute.type = [.int64, .string, .double, .decimal, .int16][random.below(5)]
      case 3 where !isNamed(attribute.name):
        new[entity].ownProperties.remove(at: position)
        return
      default:
        if !attribute.type.isNumeric, attribute.type != .string { return }
        new[entity].uniquenessConstraints.append(UniquenessConstraint([attribute.name]))
      }
      new[entity].ownProperties[position] = .attribute(attribute)
    case .relationship(var link):
      switch random.below(4) {
      case 0: link.isOptional.toggle()
      case 1:
        link.arity = [.toOne, .toMany, .ordered][random.below(3)]
        link.maximumCount = 0
      case 2: link.inverse = nil
      default: link.destination = new[random.below(new.count)].name
      }
      new[entity].ownProperties[position] = .relationship(link)
    case .fetched: break
    }
  }

  /// Returns whether something else refers to the name of an attribute.
  private func isNamed(_ name: String) -> Bool {
    new.contains { entity in
      entity.uniquenessConstraints.contains { $0.properties.contains(name) }
        || !entity.rules.isEmpty || !entity.indexes.isEmpty
    }
  }
}
