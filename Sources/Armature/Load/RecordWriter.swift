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

  /// The relationship by which objects of an entity are parts of others, by position.
  private let ownership: [String?]

  /// How a relationship is written.
  enum Link {
    /// Not at all: the other side writes it.
    case omitted
    /// As the values that identify the objects at its end.
    case identifiers
    /// As the records of the objects at its end.
    case nested
    /// Not at all: nothing names the objects at either end.
    case impossible
  }

  init(_ context: ManagedObjectContext, _ layout: JSONLayout, _ strategy: KeyStrategy) {
    self.context = context
    self.layout = layout
    self.strategy = strategy
    output = JSONOutput(layout == .pretty ? .pretty : .compact)
    plans = Array(repeating: nil, count: context.runtime.count)
    links = Array(repeating: [], count: context.runtime.count)
    ownership = Self.ownership(in: context.model)
  }

  consuming func finish() throws(ValidationReport) -> Data {
    guard failures.isEmpty else { throw ValidationReport(failures) }
    if layout == .pretty { output.endLine() }
    return output.withBytes { Data(buffer: $0) }
  }

  /// Whether an object is written inside of the object that it is a part of.
  mutating func isNested(_ object: ManagedObject) -> Bool {
    guard let owner = ownership[plan(at: object.runtime.index).runtime.index],
      let slot = object.runtime.slot(named: owner)
    else { return false }
    return !object.related(slot).isEmpty
  }

  private mutating func plan(at position: Int) -> RecordPlan {
    if let plan = plans[position] { return plan }
    let plan = RecordPlan(context.entityRuntime(at: position), context.model, strategy)
    plans[position] = plan
    links[position] = plan.members.map { link(of: $0, plan.runtime.entity) }
    return plan
  }

  /// For each entity the to-one relationship that leads to what its objects are a part of.
  ///
  /// That is the first whose inverse cascades, if the objects have no identity that others could
  /// name them by. Entities that are parts of each other in a circle are parts of nothing.
  private static func ownership(in model: ManagedObjectModel) -> [String?] {
    let owners = model.entities.map { entity -> RelationshipDescription? in
      guard !hasIdentity(entity) else { return nil }
      return entity.relationships.first { relationship in
        guard relationship.arity == .toOne, let inverse = relationship.inverse else { return false }
        return model[relationship.destination]?.property(named: inverse)?.asRelationship?.deleteRule
          == .cascade
      }
    }
    let owner = Dictionary(
      uniqueKeysWithValues: zip(model.entities.map(\.name), owners.map { $0?.destination }))
    return zip(model.entities, owners).map { entity, relationship in
      var place = relationship?.destination
      for _ in model.entities {
        guard let name = place else { break }
        if model.entity(entity.name, isKindOf: name) { return nil }
        place = owner[name] ?? nil
      }
      return relationship?.name
    }
  }

  private static func hasIdentity(_ entity: EntityDescription) -> Bool {
    entity.identifyingAttributes.count == 1
  }

  private func link(of member: RecordPlan.Member, _ entity: EntityDescription) -> Link {
    guard let relationship = member.slot.property.asRelationship, member.isReadable,
      let destination = context.model[relationship.destination]
    else { return .omitted }
    let back = relationship.inverse.flatMap { destination.property(named: $0)?.asRelationship }
    if let back, owner(of: destination) == back.name { return .nested }
    if owner(of: entity) == relationship.name { return .omitted }
    guard Self.hasIdentity(destination) else {
      // The other side can write the link if it has something to name this one by.
      return back != nil && Self.hasIdentity(entity) ? .omitted : .impossible
    }
    guard let back else { return .identifiers }
    // An order exists on its own side only, so that side writes the link.
    if relationship.arity == .ordered || !Self.hasIdentity(entity) { return .identifiers }
    if back.arity == .ordered { return .omitted }
    if relationship.isToMany != back.isToMany {
      return relationship.isToMany ? .omitted : .identifiers
    }
    return isFirst(entity.name, relationship, destination.name, back) ? .identifiers : .omitted
  }

  /// How a part that is written by itself names what it is a part of.
  private func linkToOwner(_ member: RecordPlan.Member) -> Link {
    guard let owner = member.destination.flatMap({ context.model[$0] }) else { return .impossible }
    return Self.hasIdentity(owner) ? .identifiers : .impossible
  }

  private func owner(of entity: EntityDescription) -> String? {
    context.runtime.index(of: entity.name).flatMap { ownership[$0] }
  }

  private func isFirst(
    _ entity: String, _ relationship: RelationshipDescription, _ other: String,
    _ back: RelationshipDescription
  ) -> Bool {
    let places = (context.runtime.index(of: entity) ?? 0, context.runtime.index(of: other) ?? 0)
    return places.0 == places.1 ? relationship.name <= back.name : places.0 < places.1
  }

  /// Writes a record, where one of an entity is expected: one of a sub-entity names it.
  ///
  /// - Parameter isApart: Whether the record stands outside of what the object is a part of.
  mutating func write(_ object: ManagedObject, as entity: String, isApart: Bool = false) {
    let plan = plan(at: object.runtime.index)
    output.beginObject()
    if plan.runtime.entity.name != entity {
      output.key(LoadSession.entityKey)
      output.string(plan.runtime.entity.name)
    }
    for index in 0..<plan.targets.count {
      let target = plan.targets[index]
      let present = object.base.load(fromByteOffset: target.maskOffset + 8, as: UInt64.self)
      if present & target.bit == 0 || target.kind == .converted {
        // Loading would put the default back in the place of what is absent.
        if target.hasDefault {
          output.key(plan.keys[index])
          output.null()
        }
        continue
      }
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
        let member = plan.members[index]
        var link = links[plan.runtime.index][index]
        if isApart && member.name == ownership[plan.runtime.index] { link = linkToOwner(member) }
        write(object, member, key, link)
      default:
        output.key(key)
        let member = plan.members[index]
        if !write(object.row.value(member.slot), member.attribute?.type) { refuse(object, member) }
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
    if link == .impossible { return refuseLink(object, member) }
    if member.slot.kind == .objects { output.beginArray() }
    for end in related {
      if member.slot.kind == .objects { output.element() }
      if link == .nested {
        write(end, as: member.destination ?? "")
      } else if let identity = plan(at: end.runtime.index).identity,
        write(end.row.value(identity), nil)
      {
      } else {
        output.null()
        refuse(object, member)
      }
    }
    if member.slot.kind == .objects { output.endArray() }
  }

  /// Writes a value; false for one that JSON cannot hold.
  private mutating func write(_ value: AttributeValue, _ type: AttributeType?) -> Bool {
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
    case .composite(let values):
      guard case .composite(let elements)? = type?.storage else { return false }
      output.beginObject()
      var isWritten = true
      for element in elements {
        guard let value = values[element.name], !value.isNull else { continue }
        output.key(element.key ?? element.name)
        isWritten = write(value, element.type) && isWritten
      }
      output.endObject()
      return isWritten
    }
    return true
  }

  private mutating func refuseLink(_ object: ManagedObject, _ member: RecordPlan.Member) {
    let destination = member.destination ?? ""
    output.null()
    failures.append(
      ValidationFailure(
        entity: object.runtime.entity.name, objectID: object.objectID, label: object.label,
        keyPath: [member.slot.name],
        .wrongStructure(expected: .reference(entity: destination), found: "object"),
        customMessage:
          "{place} must lead to objects that an attribute identifies, but \(destination) "
          + "has none. Declare one with identifying()."))
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
