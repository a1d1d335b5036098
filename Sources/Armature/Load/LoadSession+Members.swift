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
    /// The place of the record in `records`.
    let position: Int
    let failureCount: Int
    /// The members so far, as bits.
    var seen: UInt64 = 0
    /// The members so far, for entities with more of them than bits.
    var seenLater: Set<Int> = []
    var hasEntityMark = false
    /// The member that was read last; -1 before the first.
    var last = -1
    /// The relationship whose nested record is being read.
    var link: OpenLink?
  }

  /// Reads a record, and all within it, into new objects.
  ///
  /// Nested records wait in an array and not on the stack: data decides how deep they are nested.
  ///
  /// - Returns: The place of the record in `records`.
  func readObject(
    _ cursor: inout JSONCursor, _ plan: RecordPlan, _ text: Int
  ) throws(JSONSyntaxError) -> Int {
    let root = records.count
    var record = open(plan, text, cursor.offset)
    var outer: [OpenRecord] = []
    do throws(JSONSyntaxError) {
      while true {
        if let nested = try readMembers(&cursor, &record, text) {
          outer.append(record)
          record = open(nested, text, cursor.offset)
          continue
        }
        close(record)
        guard var around = outer.popLast() else { return root }
        around.link?.ends.append(.object(record.object))
        record = around
      }
    } catch {
      incomplete.insert(ObjectIdentifier(record.object))
      for record in outer { incomplete.insert(ObjectIdentifier(record.object)) }
      throw error
    }
  }

  private func open(_ plan: RecordPlan, _ text: Int, _ offset: Int) -> OpenRecord {
    if _slowPath(plan.hasHook) { journal.willCallHook() }
    let object = plan.runtime.makeObject(context.environment)
    context.enlist(object)
    object.awakeFromInsert()
    if _slowPath(plan.hasHook), object.hasLinks { linkedByHook.insert(ObjectIdentifier(object)) }
    let position = records.count
    records.append(
      Record(number: Int32(truncatingIfNeeded: object.number), text: Int32(text), offset: offset))
    if _slowPath(position & 0xFFF == 0xFFF) { options.progress?(position + 1) }
    return OpenRecord(
      plan: plan, object: object, position: position, failureCount: failures.count)
  }

  private func close(_ record: OpenRecord) {
    // While the values are still in the cache, if no other object has a say in them.
    if record.plan.judgesAtOnce && failures.count == record.failureCount {
      records[record.position].isJudged = record.object.isValid
    }
  }

  /// Reads members up to the end of the record, or up to a nested record, whose plan is returned.
  private func readMembers(
    _ cursor: inout JSONCursor, _ record: inout OpenRecord, _ text: Int
  ) throws(JSONSyntaxError) -> RecordPlan? {
    let plan = record.plan
    let object = record.object
    let base = object.base
    let isSmall = plan.targets.count <= 64
    var seen = record.seen
    var last = record.last
    var isMore: Bool
    if record.link == nil {
      isMore = try cursor.enterObject()
    } else {
      if let nested = try readEnds(&cursor, &record, text, isResuming: true) { return nested }
      isMore = try cursor.nextMember()
    }
    while isMore {
      let start = cursor.next
      var unknown: String?
      guard let index = try plan.readKey(&cursor, after: last, unknown: { unknown = $0 }) else {
        try skip(&cursor, unknown ?? "", &record, text, offset: cursor.offset(ofKeyAfter: start))
        isMore = try cursor.nextMember()
        continue
      }
      let bit: UInt64 = 1 &<< UInt64(index & 63)
      let isRepeated = isSmall ? seen & bit != 0 : !record.seenLater.insert(index).inserted
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
        if let nested = try readOther(&cursor, token, index, &record, text) {
          record.seen = seen
          record.last = last
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
    if isEntityMark && !record.hasEntityMark {
      record.hasEntityMark = true
      return try readEntityMark(&cursor, record.plan, text)
    }
    try cursor.skipValue()
    fail(
      isEntityMark
        ? .duplicateKey : .unknownKey(suggestion: isFull ? nil : record.plan.suggestion(for: key)),
      entity: record.plan.runtime.entity.name, object: record.object, keyPath: [key],
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
