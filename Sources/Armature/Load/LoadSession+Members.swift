import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reading the members of records into the rows of objects.
extension LoadSession {
  /// A record of which some members have been read; it waits here while a nested one is read.
  struct OpenRecord {
    let plan: RecordPlan
    let object: ManagedObject
    var state: ReadState
  }

  /// How far a record has been read.
  ///
  /// Apart from the record, whose references would be counted at each step: a tenth of a load.
  struct ReadState {
    /// The place of the record in `records`.
    let position: Int
    let failureCount: Int
    /// The members so far, as bits.
    var seen: UInt64 = 0
    var hasEntityMark = false
    /// The member that was read last; -1 before the first.
    var last = -1
    private var rest: Rest?

    init(position: Int, failureCount: Int) {
      self.position = position
      self.failureCount = failureCount
    }

    /// What few records have.
    private final class Rest {
      var seenLater: Set<Int> = []
      var link: OpenLink?
    }

    private mutating func makeRest() -> Rest {
      if let rest { return rest }
      let made = Rest()
      rest = made
      return made
    }

    /// The relationship whose nested record is being read.
    var link: OpenLink? {
      get { rest?.link }
      set { makeRest().link = newValue }
    }

    /// Notes a member of an entity with more of them than bits; whether it is the first time.
    mutating func see(_ index: Int) -> Bool { makeRest().seenLater.insert(index).inserted }

    mutating func takeLink() -> OpenLink? { rest?.link.take() }
  }

  /// Reads a record, and all within it, into new objects.
  ///
  /// - Returns: The place of the record in `records`.
  func readObject(
    _ cursor: inout JSONCursor, _ plan: RecordPlan, _ text: Int
  ) throws(JSONSyntaxError) -> Int {
    let root = records.count
    let object = makeObject(plan, text, cursor.offset)
    var state = ReadState(position: root, failureCount: failures.count)
    let nested: RecordPlan?
    do throws(JSONSyntaxError) {
      nested = try readMembers(&cursor, plan, object, &state, text)
    } catch {
      incomplete.insert(ObjectIdentifier(object))
      throw error
    }
    if let nested {
      try readNested(
        &cursor, in: OpenRecord(plan: plan, object: object, state: state), nested, text)
    } else {
      close(plan, object, state)
    }
    return root
  }

  /// Reads a nested record, and then the rest of the one around it.
  ///
  /// Nested records wait in an array and not on the stack: data decides how deep they are nested.
  private func readNested(
    _ cursor: inout JSONCursor, in root: OpenRecord, _ plan: RecordPlan, _ text: Int
  ) throws(JSONSyntaxError) {
    var outer = [root]
    var record = open(plan, text, cursor.offset)
    do throws(JSONSyntaxError) {
      while true {
        if let nested = try readMembers(
          &cursor, record.plan, record.object, &record.state, text)
        {
          outer.append(record)
          record = open(nested, text, cursor.offset)
          continue
        }
        close(record.plan, record.object, record.state)
        guard var around = outer.popLast() else { return }
        around.state.link?.ends.append(.object(record.object))
        record = around
      }
    } catch {
      incomplete.insert(ObjectIdentifier(record.object))
      for record in outer { incomplete.insert(ObjectIdentifier(record.object)) }
      throw error
    }
  }

  private func open(_ plan: RecordPlan, _ text: Int, _ offset: Int) -> OpenRecord {
    let position = records.count
    return OpenRecord(
      plan: plan, object: makeObject(plan, text, offset),
      state: ReadState(position: position, failureCount: failures.count))
  }

  /// Makes the object of a record that starts at an offset.
  private func makeObject(_ plan: RecordPlan, _ text: Int, _ offset: Int) -> ManagedObject {
    if _slowPath(plan.hasHook) { journal.willCallHook() }
    let object = plan.runtime.makeObject(context.environment)
    context.enlist(object)
    if _slowPath(plan.hasHook) {
      object.awakeFromInsert()
      if object.hasLinks { linkedByHook.insert(ObjectIdentifier(object)) }
    }
    records.append(
      Record(number: Int32(truncatingIfNeeded: object.number), text: Int32(text), offset: offset))
    if _slowPath(records.count & 0xFFF == 0) { options.progress?(records.count) }
    return object
  }

  private func close(_ plan: RecordPlan, _ object: ManagedObject, _ state: ReadState) {
    // While the values are still in the cache, if no other object has a say in them.
    if plan.judgesAtOnce && failures.count == state.failureCount {
      records[state.position].isJudged = plan.program.isValid(object)
    }
  }

  /// Reads members up to the end of the record, or up to a nested record, whose plan is returned.
  private func readMembers(
    _ cursor: inout JSONCursor, _ plan: RecordPlan, _ object: ManagedObject,
    _ state: inout ReadState, _ text: Int
  ) throws(JSONSyntaxError) -> RecordPlan? {
    let base = object.base
    let isSmall = plan.targets.count <= 64
    var seen = state.seen
    var last = state.last
    var isMore: Bool
    if state.link == nil {
      isMore = try cursor.enterObject()
    } else {
      var record = OpenRecord(plan: plan, object: object, state: state)
      defer { state = record.state }
      if let nested = try readEnds(&cursor, &record, text, isResuming: true) { return nested }
      isMore = try cursor.nextMember()
    }
    while isMore {
      let start = cursor.next
      var unknown: String?
      guard let index = try plan.readKey(&cursor, after: last, unknown: { unknown = $0 }) else {
        var record = OpenRecord(plan: plan, object: object, state: state)
        defer { state = record.state }
        try skip(&cursor, unknown ?? "", &record, text, offset: cursor.offset(ofKeyAfter: start))
        isMore = try cursor.nextMember()
        continue
      }
      let bit: UInt64 = 1 &<< UInt64(index & 63)
      let isRepeated = isSmall ? seen & bit != 0 : !state.see(index)
      seen |= bit
      last = index
      let token = try cursor.peek()
      if _slowPath(isRepeated) {
        fail(
          .duplicateKey, entity: plan.runtime.entity.name, object: object,
          keyPath: [plan.members[index].name], text: text,
          offset: cursor.offset(ofKeyAfter: start))
        try cursor.skipValue()
        isMore = try cursor.nextMember()
        continue
      }
      let target = plan.targets[index]
      let place = base + target.offset
      var isStored = true
      switch (target.kind, token) {
      case (.string, .string):
        place.assumingMemoryBound(to: String.self).pointee = try cursor.stringValue()
      case (.int64, .number):
        let offset = cursor.offset
        let number = try cursor.number()
        if let value = try? number.int64() {
          place.storeBytes(of: value, as: Int64.self)
        } else {
          refuse(number, plan, index, object, text, offset)
          isStored = false
        }
      case (.double, .number):
        let offset = cursor.offset
        let number = try cursor.number()
        if let value = try? number.double() {
          place.storeBytes(of: value, as: Double.self)
        } else {
          refuse(number, plan, index, object, text, offset)
          isStored = false
        }
      case (.bool, .true), (.bool, .false):
        place.storeBytes(of: try cursor.bool(), as: Bool.self)
      case (.date, .string):
        let offset = cursor.offset
        let string = try cursor.string()
        if let (date, _) = DateText.parse(string.bytes) {
          place.storeBytes(of: date, as: Date.self)
        } else {
          let found = AttributeValue.string(String(decoding: string.bytes, as: UTF8.self))
          fail(
            .badDate, entity: plan.runtime.entity.name, object: object,
            keyPath: [plan.members[index].name], value: found, text: text, offset: offset)
          isStored = false
        }
      default:
        isStored = false
        var record = OpenRecord(plan: plan, object: object, state: state)
        defer { state = record.state }
        if let nested = try readOther(&cursor, token, index, &record, text) {
          record.state.seen = seen
          record.state.last = last
          return nested
        }
      }
      if isStored {
        let masks = base + target.maskOffset
        masks.storeBytes(of: masks.load(as: UInt64.self) | target.bit, as: UInt64.self)
        masks.storeBytes(
          of: masks.load(fromByteOffset: 8, as: UInt64.self) | target.bit, toByteOffset: 8,
          as: UInt64.self)
      }
      isMore = try cursor.nextMember()
    }
    return nil
  }

  private func refuse(
    _ number: NumberText, _ plan: RecordPlan, _ index: Int, _ object: ManagedObject, _ text: Int,
    _ offset: Int
  ) {
    let member = plan.members[index]
    guard let attribute = member.attribute,
      case .failure(let kind, let value) = reader.number(number, as: attribute.type)
    else { return }
    fail(
      kind, entity: plan.runtime.entity.name, object: object, keyPath: [member.name],
      value: value, text: text, offset: offset)
  }

  /// Passes over a member that the entity lacks.
  private func skip(
    _ cursor: inout JSONCursor, _ key: String, _ record: inout OpenRecord, _ text: Int,
    offset: Int
  ) throws(JSONSyntaxError) {
    let isEntityMark = key == Self.entityKey && record.plan.isInHierarchy
    if isEntityMark && !record.state.hasEntityMark {
      record.state.hasEntityMark = true
      return try readEntityMark(&cursor, record.plan, text)
    }
    try cursor.skipValue()
    fail(
      isEntityMark
        ? .duplicateKey : .unknownKey(suggestion: isFull ? nil : record.plan.suggestion(for: key)),
      entity: record.plan.runtime.entity.name, object: record.object, keyPath: [key.shortenedName],
      severity: isEntityMark ? .error : severityOfUnknown, text: text, offset: offset)
  }
}

extension JSONCursor {
  /// The offset of a key that was read, from the place where the search for it began.
  fileprivate func offset(ofKeyAfter start: UnsafePointer<UInt8>) -> Int {
    offset(of: Self.endOfWhitespace(from: start, to: end))
  }
}

extension ManagedObject {
  fileprivate final var hasLinks: Bool {
    runtime.layout.relationshipSlots.contains { row.isPresent($0) }
  }
}
