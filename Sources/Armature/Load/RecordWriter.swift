import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes objects as JSON records, with the keys of their plans.
struct RecordWriter: ~Copyable {
  var output: JSONOutput
  private let context: ManagedObjectContext
  private let layout: JSONLayout
  private let strategy: KeyStrategy
  private var plans: [RecordPlan?]
  private var links: [[Link]]
  private var failures: [ValidationFailure] = []

  /// How a relationship is written.
  enum Link {
    case omitted, identifiers, nested
  }

  init(_ context: ManagedObjectContext, _ layout: JSONLayout, _ strategy: KeyStrategy) {
    self.context = context
    self.layout = layout
    self.strategy = strategy
    output = JSONOutput(layout == .pretty ? .pretty : .compact)
    plans = Array(repeating: nil, count: context.runtime.count)
    links = Array(repeating: [], count: context.runtime.count)
  }

  consuming func finish() throws(ValidationReport) -> Data {
    guard failures.isEmpty else { throw ValidationReport(failures) }
    if layout == .pretty { output.endLine() }
    return output.withBytes { Data(buffer: $0) }
  }

  private mutating func plan(at position: Int) -> RecordPlan {
    if let plan = plans[position] { return plan }
    let plan = RecordPlan(context.entityRuntime(at: position), context.model, strategy)
    plans[position] = plan
    links[position] = plan.members.map { link(of: $0, plan.runtime.entity) }
    return plan
  }

  /// Whether the objects of an entity are only written inside others.
  func isNested(_ entity: EntityDescription) -> Bool {
    entity.relationships.contains { relationship in
      guard let inverse = relationship.inverse,
        let owner = context.model[relationship.destination],
        let back = owner.property(named: inverse)?.asRelationship
      else { return false }
      return relationship.arity == .toOne && isOwning(back, to: entity)
    }
  }

  private func isOwning(_ relationship: RelationshipDescription, to entity: EntityDescription)
    -> Bool
  {
    relationship.deleteRule == .cascade && !hasIdentity(entity)
  }

  private func hasIdentity(_ entity: EntityDescription) -> Bool {
    entity.identifyingAttributes.count == 1
  }

  private func link(of member: RecordPlan.Member, _ entity: EntityDescription) -> Link {
    guard let relationship = member.slot.property.asRelationship, member.isReadable,
      let destination = context.model[relationship.destination]
    else { return .omitted }
    if isOwning(relationship, to: destination) && !isSelf(relationship, entity) { return .nested }
    guard hasIdentity(destination) else { return .omitted }
    guard let inverse = relationship.inverse,
      let back = destination.property(named: inverse)?.asRelationship
    else { return .identifiers }
    if isOwning(back, to: entity) { return .omitted }
    // An order exists on its own side only, so that side writes the link.
    if relationship.arity == .ordered { return .identifiers }
    if back.arity == .ordered { return .omitted }
    if relationship.isToMany != back.isToMany {
      // The other side can write the link only if it has something to name this one by.
      return relationship.isToMany && hasIdentity(entity) ? .omitted : .identifiers
    }
    return isFirst(entity.name, relationship, destination.name, back) || !hasIdentity(entity)
      ? .identifiers : .omitted
  }

  private func isSelf(_ relationship: RelationshipDescription, _ entity: EntityDescription) -> Bool
  {
    relationship.destination == entity.name
  }

  private func isFirst(
    _ entity: String, _ relationship: RelationshipDescription, _ other: String,
    _ back: RelationshipDescription
  ) -> Bool {
    let places = (context.runtime.index(of: entity) ?? 0, context.runtime.index(of: other) ?? 0)
    return places.0 == places.1 ? relationship.name <= back.name : places.0 < places.1
  }

  /// Writes a record, where one of an entity is expected: one of a sub-entity names it.
  mutating func write(_ object: ManagedObject, as entity: String) {
    let plan = plan(at: object.runtime.index)
    output.beginObject()
    if plan.runtime.entity.name != entity {
      output.key(LoadSession.entityKey)
      output.string(plan.runtime.entity.name)
    }
    for index in 0..<plan.targets.count {
      let target = plan.targets[index]
      let present = object.base.load(fromByteOffset: target.maskOffset + 8, as: UInt64.self)
      if present & target.bit == 0 || target.kind == .converted { continue }
      let place = object.base + target.offset
      let key = plan.keys[index]
      switch target.kind {
      case .string:
        output.key(key)
        // Through a pointer: no copy of the text, no reference counting.
        place.assumingMemoryBound(to: String.self).pointee.withUTF8Borrowed { output.string($0) }
      case .int64:
        output.key(key)
        output.int(place.load(as: Int64.self))
      case .bool:
        output.key(key)
        output.bool(place.load(as: Bool.self))
      case .double:
        output.key(key)
        if !output.double(place.load(as: Double.self)) { refuse(object, plan.members[index]) }
      case .date:
        output.key(key)
        if !output.date(place.load(as: Date.self)) { refuse(object, plan.members[index]) }
      case .object, .objects:
        write(object, plan.members[index], key, links[plan.runtime.index][index])
      default:
        output.key(key)
        if !write(object.row.value(plan.members[index].slot)) {
          refuse(object, plan.members[index])
        }
      }
    }
    output.endObject()
  }

  private mutating func write(
    _ object: ManagedObject, _ member: RecordPlan.Member, _ key: JSONKey, _ link: Link
  ) {
    if link == .omitted { return }
    let related = object.related(member.slot)
    if related.isEmpty { return }
    output.key(key)
    if member.slot.kind == .objects { output.beginArray() }
    for end in related {
      if member.slot.kind == .objects { output.element() }
      if link == .nested {
        write(end, as: member.destination ?? "")
      } else if let identity = plan(at: end.runtime.index).identity,
        write(end.row.value(identity))
      {
      } else {
        output.null()
        refuse(object, member)
      }
    }
    if member.slot.kind == .objects { output.endArray() }
  }

  /// Writes a value; false for one that JSON cannot hold.
  private mutating func write(_ value: AttributeValue) -> Bool {
    switch value {
    case .null, .object, .objects: return false
    case .bool(let value): output.bool(value)
    case .int(let value): output.int(value)
    case .double(let value): return output.double(value)
    case .decimal(let value): return output.decimal(value)
    case .string(let value): output.string(value)
    case .date(let value): return output.date(value)
    case .data(let value): output.data(value)
    case .uuid(let value): output.uuid(value)
    case .url(let value): output.string(value.absoluteString)
    case .zonedDate(let value):
      guard let text = value.text else { return false }
      output.string(text)
    case .composite(let elements):
      output.beginObject()
      var isWritten = true
      for (name, element) in elements.sorted(by: { $0.key < $1.key }) where !element.isNull {
        output.key(name)
        isWritten = write(element) && isWritten
      }
      output.endObject()
      return isWritten
    }
    return true
  }

  private mutating func refuse(_ object: ManagedObject, _ member: RecordPlan.Member) {
    let type = member.attribute?.type ?? .string
    failures.append(
      ValidationFailure(
        entity: object.runtime.entity.name, objectID: object.objectID, label: object.label,
        keyPath: [member.slot.name], .outOfRange(type), value: object.currentValue(member.slot)))
  }
}

extension String {
  /// Calls a body with the bytes, without a copy where the text has them in one piece.
  @inline(__always) fileprivate func withUTF8Borrowed(
    _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    if utf8.withContiguousStorageIfAvailable(body) == nil {
      var copy = self
      copy.withUTF8(body)
    }
  }
}
