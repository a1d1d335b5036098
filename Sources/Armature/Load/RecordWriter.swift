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
  let plans: RecordPlans
  private let placement: LinkPlacement
  /// The forms of links, by the position of the entity, for the entities so far.
  private var links: [[LinkPlacement.Link]?]
  private var failures: [ValidationFailure] = []
  /// True if parts are written outside of their owners.
  private let isApart: Bool
  /// True if each record contains all objects that it leads to, and has no numbers.
  private let isDocument: Bool
  /// In a document, the objects around the current place, each with the relationship that leads back to it.
  var path: [(object: Handle, inverse: String?)] = []
  /// In a document, the objects that were written.
  var written: Set<Handle> = []
  /// Whether the records of each entity have numbers, by position.
  private let numbered: [Bool]
  /// The numbers of objects, in the order of their first occurrence in a record or a link.
  private var numbers: [Handle: Int] = [:]
  /// The objects that links refer to by number before they are written, each with such a link.
  private var awaited: [Handle: (owner: Handle, member: RecordPlan.Member)] = [:]
  let graph: ObjectGraph

  /// True if the text is the file of a store.
  ///
  /// In this case, the numbers of records are their keys, unordered members are sorted by their keys, and numbers
  /// without a JSON form are written as strings.
  let isStored: Bool

  /// - Parameters:
  ///   - isApart: True to write parts outside of their owners.
  ///   - document: The keys that were kept in attributes, if each record is a document; otherwise `nil`.
  ///   - isStored: True if the text is the file of a store.
  init(
    _ context: ManagedObjectContext, _ layout: JSONLayout, _ strategy: KeyStrategy,
    isApart: Bool = false, document kept: KeptKeys? = nil, isStored: Bool = false
  ) {
    self.isApart = isApart
    isDocument = kept != nil
    self.isStored = isStored
    self.layout = layout
    graph = context.graph
    output = JSONOutput(layout == .pretty ? .pretty : .compact)
    var options = LoadOptions(keys: strategy, keeping: kept ?? .none, validates: false)
    options.isStored = isStored
    plans = RecordPlans(context, options)
    placement = LinkPlacement(context.model, nestsOwned: !isStored)
    links = Array(repeating: nil, count: context.model.entities.count)
    numbered = zip(context.model.entities, placement.numbered()).map {
      entity, isLedTo in
      // A property may have that key itself.
      (isLedTo && kept == nil || isStored)
        && !entity.properties.contains { strategy.key(of: $0) == RecordPlan.numberKey }
    }
  }

  consuming func finish() throws(ValidationReport) -> Data { try finishOutput().data() }

  consuming func finishOutput() throws(ValidationReport) -> JSONOutput {
    try end()
    return output
  }

  /// Writes the end of the text, unless something could not be written.
  mutating func end() throws(ValidationReport) {
    for (_, link) in awaited.sorted(by: { $0.key < $1.key }) {
      if let owner = graph.object(link.owner) { rejectLink(owner, link.member) }
    }
    guard failures.isEmpty else { throw ValidationReport(failures) }
    if layout == .pretty { output.endLine() }
  }

  /// Returns the key paths that the output of an entity and its sub-entities reads.
  ///
  /// - Parameter outer: The entities around, whose objects contain those of the entity.
  mutating func paths(fromEntityAt position: Int, inside outer: Set<Int> = []) -> [String] {
    // Documents and parts of their own kind may be nested to any depth, and are read where they are needed.
    if isDocument || outer.contains(position) { return [] }
    var paths: [String] = []
    for entity in graph.model.tree.branch(of: plans[position].name) {
      let plan = plans[entity]
      for (index, member) in plan.members.enumerated() {
        let link = link(plan, index, isApart: isApart)
        if link == .omitted || link == .numbers && !member.isToMany { continue }
        paths.append(member.name)
        guard link == .nested, let destination = member.destination else { continue }
        paths += self.paths(fromEntityAt: destination, inside: outer.union([position]))
          .map { "\(member.name).\($0)" }
      }
    }
    var known: Set<String> = []
    return paths.filter { known.insert($0).inserted }
  }

  /// Reserves memory for records of an entity, because growing would copy a large output.
  ///
  /// The method reserves at most 64 MiB, because most values of an entity with many attributes may be missing.
  mutating func reserve(_ count: Int, ofEntityAt position: Int) {
    let numberLength = numbered[position] ? 16 : 0
    output.reserve(min(count * (plans[position].typicalLength + numberLength), 1 << 26))
  }

  /// Returns whether objects of an entity may be parts of others.
  func mayBeNested(_ position: Int) -> Bool { !placement.owners(ofEntityAt: position).isEmpty }

  /// Returns whether an object is written inside its owner.
  func isNested(_ object: ManagedObject) -> Bool {
    placement.owners(ofEntityAt: object.shape.index).contains { owner in
      plans[object].member(named: owner).map { !$0.ends(of: object).isEmpty } ?? false
    }
  }

  /// Writes a record at a place for records of an entity, given by its position. An object of a sub-entity gets
  /// `@entity`, and an object that links refer to by number gets `@id`.
  ///
  /// - Parameters:
  ///   - isNested: True to write it inside its owner.
  ///   - mapKey: The attribute that is the key of the record, and not written inside it.
  mutating func write(
    _ object: ManagedObject, as entity: Int, isNested: Bool = false, mapKey: String? = nil
  ) {
    let plan = plans[object]
    let omitted = mapKey.flatMap(plan.index(ofMember:))
    _ = object.isFilled()
    let row = object.row
    beginRecord(object, plan, as: entity)
    let kept = isDocument ? keptMembers(of: object, plan) : nil
    for index in 0..<plan.places.count where index != plan.kept && index != omitted {
      let place = plan.places[index]
      if !row.isPresent(place.place) || place.kind == .converted {
        // Without a `null`, loading would replace the missing value by the default.
        if place.hasDefault, !isDocument {
          output.key(plan.keys[index])
          output.null()
        }
        continue
      }
      if let written = kept?[plan.members[index].key],
        plan.members[index].hasValue(written, object)
      {
        output.key(plan.keys[index])
        _ = output.value(.json(written), nil, isStored: false)
        continue
      }
      switch place.kind {
      case .string:
        output.key(plan.keys[index])
        output.string(at: row.memory(place.place, as: String.self))
      case .int64:
        output.key(plan.keys[index])
        output.int(row[place.place, as: Int64.self])
      case .int32:
        output.key(plan.keys[index])
        output.int(Int64(row[place.place, as: Int32.self]))
      case .int16:
        output.key(plan.keys[index])
        output.int(Int64(row[place.place, as: Int16.self]))
      case .bool:
        output.key(plan.keys[index])
        output.bool(row[place.place, as: Bool.self])
      case .double:
        output.key(plan.keys[index])
        if !output.double(row[place.place, as: Double.self]) {
          writeUnusual(object, plan.members[index])
        }
      case .float:
        output.key(plan.keys[index])
        if !output.float(row[place.place, as: Float.self]) {
          writeUnusual(object, plan.members[index])
        }
      case .uuid:
        output.key(plan.keys[index])
        output.uuid(row[place.place, as: UUID.self])
      case .date:
        output.key(plan.keys[index])
        if !output.date(row[place.place, as: Date.self]) {
          writeUnusual(object, plan.members[index])
        }
      case .object, .objects:
        if isDocument {
          writeParts(of: object, plan, index)
        } else {
          write(object, plan, index, isApart: isApart && !isNested)
        }
      default:
        output.key(plan.keys[index])
        let member = plan.members[index]
        if !output.value(member.value(of: object), member.attribute?.type, isStored: isStored) {
          reject(object, member)
        }
      }
    }
    if let kept { write(kept, of: object, plan) }
    output.endObject()
  }

  /// Opens a record and writes its header members.
  @inline(__always)
  private mutating func beginRecord(_ object: ManagedObject, _ plan: RecordPlan, as entity: Int) {
    output.beginObject()
    let position = plan.runtime.shape.index
    if numbered[position] {
      output.key(RecordPlan.numberKey)
      output.int(Int64(number(of: object)))
      if !isStored { awaited[object.row.handle] = nil }
    }
    if plan.hasDiscriminator
      || position != entity && !(isDocument && tellsEntity(object, plan, as: entity))
    {
      output.key(plan.entityKey)
      if case .string(let text) = plan.entityMark {
        output.string(text)
      } else {
        _ = output.value(.json(plan.entityMark), nil, isStored: false)
      }
    }
  }

  /// Writes the ends of a relationship.
  private mutating func write(
    _ object: ManagedObject, _ plan: RecordPlan, _ index: Int, isApart: Bool
  ) {
    let member = plan.members[index]
    let link = self.link(plan, index, isApart: isApart)
    if link == .omitted { return }
    var ends = member.ends(of: object)
    if ends.isEmpty { return }
    if isStored && !member.isOrdered { ends.sort { key(of: $0) < key(of: $1) } }
    output.key(plan.keys[index])
    beginEnds(of: member)
    for end in ends {
      beginEnd(end, of: member)
      if link == .nested {
        writeNested(end, of: object, member)
      } else if link == .numbers {
        if !isStored, numbers[end.row.handle] == nil {
          awaited[end.row.handle] = (object.row.handle, member)
        }
        output.int(Int64(number(of: end)))
      } else if let identity = plans[end].identity,
        output.value(identity.value(of: end), nil, isStored: isStored)
      {
      } else {
        output.null()
        reject(object, member)
      }
    }
    finishEnds(of: member)
  }

  /// Begins the array or the object of a to-many relationship.
  mutating func beginEnds(of member: RecordPlan.Member) {
    if member.mapKey != nil {
      output.beginObject()
    } else if member.isToMany {
      output.beginArray()
    }
  }

  /// Begins one of the related objects, which may have a key.
  mutating func beginEnd(_ end: ManagedObject, of member: RecordPlan.Member) {
    if let name = member.mapKey {
      let key = plans[end].member(named: name)
      if case .string(let text)? = key?.value(of: end) {
        output.key(text)
      } else {
        output.key("")
        if let key { reject(end, key) }
      }
    } else if member.isToMany {
      output.element()
    }
  }

  /// Ends the array or the object of a to-many relationship.
  mutating func finishEnds(of member: RecordPlan.Member) {
    if member.mapKey != nil {
      output.endObject()
    } else if member.isToMany {
      output.endArray()
    }
  }

  /// Writes an object inside the record that leads to it, unless that would be too deep to be read again.
  mutating func writeNested(
    _ end: ManagedObject, of object: ManagedObject, _ member: RecordPlan.Member
  ) {
    if output.depth < JSONCursor.defaultDepthLimit {
      write(
        end, as: member.destination ?? end.shape.index, isNested: true, mapKey: member.mapKey)
    } else {
      output.null()
      rejectLink(object, member, .nestedObject(limit: JSONCursor.defaultDepthLimit))
    }
  }

  /// Returns the number of an object; numbers increase in the order of the text.
  private mutating func number(of object: ManagedObject) -> Int {
    if isStored { return Int(key(of: object)) }
    if let number = numbers[object.row.handle] { return number }
    numbers[object.row.handle] = numbers.count + 1
    return numbers.count
  }

  private func key(of object: ManagedObject) -> Int64 {
    let row = object.row
    return row.slots[row.handle].key
  }

  /// How a relationship is written.
  ///
  /// - Parameter isApart: Whether the object is written outside of the one that it belongs to, and has to name it.
  private mutating func link(
    _ plan: RecordPlan, _ index: Int, isApart: Bool
  ) -> LinkPlacement.Link {
    let member = plan.members[index]
    if isApart, placement.owners(ofEntityAt: plan.runtime.shape.index).contains(member.name) {
      return member.relationship.map(placement.linkToOwner) ?? .omitted
    }
    return link(plan, index)
  }

  private mutating func link(_ plan: RecordPlan, _ index: Int) -> LinkPlacement.Link {
    let position = plan.runtime.shape.index
    if let known = links[position] { return known[index] }
    let made = plan.members.map { member in
      member.relationship.map { placement.link(of: $0, plan.runtime.entity) } ?? .omitted
    }
    links[position] = made
    return made[index]
  }

  mutating func rejectLink(
    _ object: ManagedObject, _ member: RecordPlan.Member,
    _ structure: ValidationFailure.Structure? = nil
  ) {
    let destination = member.relationship?.destination ?? ""
    failures.append(
      ValidationFailure(
        entity: object.runtime.entity.name, objectID: object.objectID, label: object.label,
        keyPath: [member.name],
        .wrongStructure(
          expected: structure ?? .writtenObject(entity: destination), found: "object")))
  }

  /// Writes a number or a date in its unusual form, if it has one.
  private mutating func writeUnusual(_ object: ManagedObject, _ member: RecordPlan.Member) {
    if !isStored || !output.unusual(member.value(of: object)) { reject(object, member) }
  }

  mutating func reject(_ object: ManagedObject, _ member: RecordPlan.Member) {
    let (value, entity) = (member.value(of: object), object.runtime.entity.name)
    guard let type = member.attribute?.type else {
      return failures.append(
        ValidationFailure(
          entity: entity, objectID: object.objectID, label: object.label, keyPath: [member.name],
          .outOfRange(.string), value: value))
    }
    failures.append(
      .withoutText(
        value, type, keyPath: [member.name], entity: entity, objectID: object.objectID,
        label: object.label))
  }
}
