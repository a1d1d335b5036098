import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes objects as JSON records, with the keys of their plans.
struct RecordWriter: ~Copyable {
  var output: JSONOutput
  private let layout: JSONLayout
  private let plans: RecordPlans
  private let placement: LinkPlacement
  /// How the members of the entities are written that have been met so far, by position.
  private var links: [[LinkPlacement.Link]?]
  private var failures: [ValidationFailure] = []

  init(_ context: ManagedObjectContext, _ layout: JSONLayout, _ strategy: KeyStrategy) {
    self.layout = layout
    output = JSONOutput(layout == .pretty ? .pretty : .compact)
    plans = RecordPlans(context, LoadOptions(keys: strategy, validates: false))
    placement = LinkPlacement(context.model)
    links = Array(repeating: nil, count: context.model.entities.count)
  }

  consuming func finish() throws(ValidationReport) -> Data {
    guard failures.isEmpty else { throw ValidationReport(failures) }
    if layout == .pretty { output.endLine() }
    return output.data()
  }

  /// Makes room for records of an entity at once: growing copies a large output, and touches its
  /// memory twice.
  ///
  /// At most 64 MiB, since most values of a wide entity may be absent.
  mutating func reserve(_ count: Int, ofEntityAt position: Int) {
    output.reserve(min(count * plans[position].typicalLength, 1 << 26))
  }

  /// Whether an object is written inside of the object that it is a part of.
  func isNested(_ object: ManagedObject) -> Bool {
    guard let owner = placement.owner(ofEntityAt: object.shape.pointee.index),
      let member = plans[object].member(named: owner)
    else { return false }
    return !member.ends(of: object).isEmpty
  }

  /// Writes a record where one of the entity at a position is expected; an object of a sub-entity
  /// gets `@entity`.
  ///
  /// - Parameter isApart: Whether a part is written outside of the object that it belongs to.
  mutating func write(_ object: ManagedObject, as entity: Int, isApart: Bool = false) {
    let plan = plans[object]
    _ = object.isFilled()
    let row = object.row
    output.beginObject()
    if plan.runtime.shape.pointee.index != entity {
      output.key(RecordPlan.entityKey)
      output.string(plan.name)
    }
    for index in 0..<plan.places.count {
      let place = plan.places[index]
      if !row.isPresent(place.place) || place.kind == .converted {
        // Loading would put the default back in the place of what is absent.
        if place.hasDefault {
          output.key(plan.keys[index])
          output.null()
        }
        continue
      }
      switch place.kind {
      case .string:
        output.key(plan.keys[index])
        output.string(at: row.memory(place.place, as: String.self))
      case .int64:
        output.key(plan.keys[index])
        output.int(row.memory(place.place, as: Int64.self).pointee)
      case .int32:
        output.key(plan.keys[index])
        output.int(Int64(row.memory(place.place, as: Int32.self).pointee))
      case .int16:
        output.key(plan.keys[index])
        output.int(Int64(row.memory(place.place, as: Int16.self).pointee))
      case .bool:
        output.key(plan.keys[index])
        output.bool(row.memory(place.place, as: Bool.self).pointee)
      case .double:
        output.key(plan.keys[index])
        if !output.double(row.memory(place.place, as: Double.self).pointee) {
          refuse(object, plan.members[index])
        }
      case .float:
        output.key(plan.keys[index])
        if !output.float(row.memory(place.place, as: Float.self).pointee) {
          refuse(object, plan.members[index])
        }
      case .uuid:
        output.key(plan.keys[index])
        output.uuid(row.memory(place.place, as: UUID.self).pointee)
      case .date:
        output.key(plan.keys[index])
        if !output.date(row.memory(place.place, as: Date.self).pointee) {
          refuse(object, plan.members[index])
        }
      case .object, .objects:
        write(object, plan, index, isApart: isApart)
      default:
        output.key(plan.keys[index])
        let member = plan.members[index]
        if !write(member.value(of: object), member.attribute?.type) { refuse(object, member) }
      }
    }
    output.endObject()
  }

  /// Writes the ends of a relationship.
  private mutating func write(
    _ object: ManagedObject, _ plan: RecordPlan, _ index: Int, isApart: Bool
  ) {
    let member = plan.members[index]
    var link = self.link(plan, index)
    if isApart, member.name == placement.owner(ofEntityAt: plan.runtime.shape.pointee.index) {
      link = member.relationship.map(placement.linkToOwner) ?? .impossible
    }
    if link == .omitted { return }
    let ends = member.ends(of: object)
    if ends.isEmpty { return }
    output.key(plan.keys[index])
    if link == .impossible { return refuseLink(object, member) }
    if member.isToMany { output.beginArray() }
    for end in ends {
      if member.isToMany { output.element() }
      if link == .nested {
        write(end, as: member.destination ?? end.shape.pointee.index)
      } else if let identity = plans[end].identity, write(identity.value(of: end), nil) {
      } else {
        output.null()
        refuse(object, member)
      }
    }
    if member.isToMany { output.endArray() }
  }

  private mutating func link(_ plan: RecordPlan, _ index: Int) -> LinkPlacement.Link {
    let position = plan.runtime.shape.pointee.index
    if let known = links[position] { return known[index] }
    let made = plan.members.map { member in
      member.relationship.map { placement.link(of: $0, plan.runtime.entity) } ?? .omitted
    }
    links[position] = made
    return made[index]
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
    case .calendarDate(let value): output.string(value.description)
    case .list(let values):
      guard case .list(let element)? = type?.storage else { return false }
      output.beginArray()
      var isWritten = true
      for value in values {
        output.element()
        if !write(value, element) {
          output.null()
          isWritten = false
        }
      }
      output.endArray()
      return isWritten
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
    let destination = member.relationship?.destination ?? ""
    output.null()
    failures.append(
      ValidationFailure(
        entity: object.runtime.entity.name, objectID: object.objectID, label: object.label,
        keyPath: [member.name],
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
        keyPath: [member.name], .outOfRange(type), value: member.value(of: object)))
  }
}
