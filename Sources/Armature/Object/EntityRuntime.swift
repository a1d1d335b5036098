import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the runtime derives from an entity: where values lie, and how to make an object.
///
/// `@unchecked Sendable`: everything is immutable after `init`; the template row and the table are
/// only read.
package final class EntityRuntime: @unchecked Sendable {
  let entity: EntityDescription
  let isAbstract: Bool
  /// The position of the entity in its model.
  let index: Int
  /// The names of the entity and of all its ancestors.
  let ancestry: Set<String>
  let layout: RowLayout
  let program: ValidationProgram
  /// Whether the program says all there is to say about an object: nothing else is unique or looked at.
  let isJudgedAlone: Bool
  let derivedSlots: [RowLayout.Slot]
  /// The entities of the model, to follow relationships that lead to no object.
  let siblings: EntityTree
  /// Whether a derived attribute reads other objects.
  let derivesFromOthers: Bool
  private let template: Row
  /// Slots of the template whose value is a reference that a copy must retain.
  private let templateReferences: [RowLayout.ManagedSlot]
  private let dynamicDefaults: [(slot: RowLayout.Slot, value: DefaultValue)]
  /// The class of the objects; `nil` where they are plain. A type is not counted as a closure is.
  private let objectClass: ManagedObject.Type?
  /// The slots whose values must be destroyed, behind a pointer that never changes: an array would
  /// be retained for each object that is destroyed.
  let managedSlots: UnsafeMutableBufferPointer<RowLayout.ManagedSlot>

  /// - Parameters:
  ///   - lineage: The entity and all its ancestors.
  ///   - dangling: The relationships that may lead to objects that were deleted.
  ///   - siblings: All entities of the model.
  init(
    _ entity: EntityDescription, index: Int, lineage: [EntityDescription],
    dangling: Set<String> = [], siblings: EntityTree = EntityTree([])
  ) {
    self.entity = entity
    self.siblings = siblings
    isAbstract = entity.isAbstract
    self.index = index
    ancestry = Set(lineage.map(\.name))
    let layout = RowLayout(entity.properties, lineage.compactMap(\.schemaShape))
    self.layout = layout
    program = ValidationProgram(entity, layout, dangling: dangling)
    isJudgedAlone =
      program.isLocal && lineage.allSatisfy { $0.uniquenessConstraints.isEmpty }
    derivedSlots = layout.slots.filter { $0.property.asAttribute?.derivation != nil }
    derivesFromOthers = entity.derivesFromOthers
    template = Row.allocate(layout)
    template.setTableMask(layout.table.mask)
    var dynamicDefaults: [(slot: RowLayout.Slot, value: DefaultValue)] = []
    for slot in layout.slots {
      switch slot.property.asAttribute?.defaultValue {
      case .constant(let value): _ = template.setValue(value.compacted, slot)
      case .some(let value): dynamicDefaults.append((slot, value))
      case nil: break
      }
    }
    self.dynamicDefaults = dynamicDefaults
    let template = template
    templateReferences = layout.managedSlots.filter { Self.isReference($0, in: template) }
    objectClass = entity.objectClass?.maker as? ManagedObject.Type
    managedSlots = .copy(of: layout.managedSlots)
  }

  deinit {
    template.deallocate(layout)
    layout.table.deallocate()
    managedSlots.free()
  }

  /// Whether a value of the template lives on the heap; the others are copied as bytes.
  private static func isReference(
    _ slot: RowLayout.ManagedSlot, in template: Row
  ) -> Bool {
    let place = template.base + slot.offset
    switch slot.kind {
    // Fifteen bytes of text and fourteen of data fit in place.
    case .string: return place.load(as: String.self).utf8.count > 15
    case .data: return place.load(as: Data.self).count > 14
    // The empty array is a constant of the standard library.
    case .objects: return false
    default: return !place.load(as: AttributeValue.self).isNull
    }
  }

  /// Makes an object with the defaults.
  ///
  /// - Parameter environment: Only asked for where a default needs it.
  func makeObject(_ environment: @autoclosure () -> ObjectEnvironment) -> ManagedObject {
    let row = copyTemplate()
    if !dynamicDefaults.isEmpty { fill(row, environment()) }
    return make(ObjectSeed(runtime: self, row: row))
  }

  /// Makes an object around a row.
  func make(_ seed: ObjectSeed) -> ManagedObject {
    if let objectClass { return objectClass.init(seed) }
    return ManagedObject(seed)
  }

  private func copyTemplate() -> Row {
    let base = Row.allocateMemory(layout.byteCount)
    base.copyMemory(from: template.base, byteCount: layout.byteCount)
    if !templateReferences.isEmpty { template.retainCopied(templateReferences, in: base) }
    return Row(base: base)
  }

  private func fill(_ row: Row, _ environment: ObjectEnvironment) {
    for (slot, value) in dynamicDefaults {
      switch value {
      case .constant: break
      case .now: _ = row.setValue(.date(environment.now()), slot)
      case .uuid: _ = row.setValue(.uuid(environment.makeUUID()), slot)
      case .computed(let computed):
        if let made = computed.make?() { _ = row.setValue(made, slot) }
      }
    }
  }

  /// The slot of a property.
  func slot(named name: String) -> RowLayout.Slot? { layout.slot(named: name) }
  func slot(named name: PropertyName) -> RowLayout.Slot? { layout.slot(named: name) }
}

extension AttributeValue {
  /// The same value, kept in place if it is short, however much room it had been given before.
  fileprivate var compacted: AttributeValue {
    switch self {
    case .string(let text) where text.utf8.count <= 15:
      .string(String(decoding: Array(text.utf8), as: UTF8.self))
    case .data(let data) where data.count <= 14: .data(Data(Array(data)))
    default: self
    }
  }
}

extension EntityDescription {
  /// Whether a derived attribute reads other objects, so that it changes when they do.
  var derivesFromOthers: Bool {
    let relationships = Set(relationships.map(\.name))
    return attributes.contains { attribute in
      attribute.derivation?.properties.contains(where: relationships.contains) ?? false
    }
  }
}

/// What an object is made from; only a context or a model has one.
public struct ObjectSeed {
  let runtime: EntityRuntime
  let row: Row
}

/// Where defaults that differ from object to object come from: a clock and a source of identifiers.
final class ObjectEnvironment {
  let now: () -> Date
  let makeUUID: () -> UUID

  init(now: @escaping () -> Date, makeUUID: @escaping () -> UUID) {
    self.now = now
    self.makeUUID = makeUUID
  }
}
