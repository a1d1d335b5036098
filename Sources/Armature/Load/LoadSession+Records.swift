import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reading texts into objects.
extension LoadSession {
  func read(_ source: JSONSource, text index: Int) {
    let text = texts[index]
    switch source.layout {
    case .document:
      var cursor = JSONCursor(text, depthLimit: options.depthLimit)
      do {
        try readDocument(&cursor, source.entity, index)
        try cursor.finish()
      } catch {
        hasBrokenDocument = true
        fail(error, text: index)
      }
    case .lines:
      var cursor = JSONCursor(linesOf: text, depthLimit: options.depthLimit)
      while cursor.nextLine() {
        let first = records.count
        do {
          try readTopLevel(&cursor, source.entity, index)
          try cursor.finish()
        } catch {
          for object in records[first...].compactMap({ object(of: $0) }) {
            unreadable.insert(ObjectIdentifier(object))
          }
          fail(error, text: index)
        }
      }
    }
  }

  private func readDocument(
    _ cursor: inout JSONCursor, _ entity: String?, _ text: Int
  ) throws(JSONSyntaxError) {
    if let plan = entity.flatMap(plan(named:)), try cursor.peek() == .array {
      try readRecords(&cursor, plan, text)
    } else {
      try readTopLevel(&cursor, entity, text)
    }
  }

  /// One record of a known entity, or an object with records by entity.
  private func readTopLevel(
    _ cursor: inout JSONCursor, _ entity: String?, _ text: Int
  ) throws(JSONSyntaxError) {
    if let plan = entity.flatMap(plan(named:)) {
      _ = try readRecord(&cursor, plan, text)
      return
    }
    let token = try cursor.peek()
    guard token == .object else {
      fail(
        .wrongStructure(expected: .object, found: token.name), entity: "", text: text,
        offset: cursor.offset)
      return try cursor.skipValue()
    }
    var isMore = try cursor.enterObject()
    while isMore {
      cursor.skipWhitespace()
      let offset = cursor.offset
      let key = String(decoding: try cursor.key().bytes, as: UTF8.self)
      if let plan = plan(forKey: key) {
        if try cursor.peek() == .object {
          _ = try readRecord(&cursor, plan, text)
        } else {
          try readRecords(&cursor, plan, text)
        }
      } else {
        let keys = context.model.entities.map { $0.key ?? $0.name }
        fail(
          .unknownEntity(name: key, suggestion: nearMiss(key, in: keys)), entity: "",
          severity: options.mode == .lenient ? .warning : .error, text: text, offset: offset)
        try cursor.skipValue()
      }
      isMore = try cursor.nextMember()
    }
  }

  private func plan(forKey key: String) -> RecordPlan? {
    context.model.entities.firstIndex { ($0.key ?? $0.name) == key }.map { plan(at: $0) }
  }

  private func readRecords(
    _ cursor: inout JSONCursor, _ plan: RecordPlan, _ text: Int
  ) throws(JSONSyntaxError) {
    let token = try cursor.peek()
    guard token == .array else {
      fail(
        .wrongStructure(expected: .list, found: token.name), entity: plan.runtime.entity.name,
        text: text, offset: cursor.offset)
      return try cursor.skipValue()
    }
    var isMore = try cursor.enterArray()
    while isMore {
      _ = try readRecord(&cursor, plan, text)
      isMore = try cursor.nextElement()
    }
  }

  /// Reads a record into a new object, and returns its place in `records`; `nil` if it is none.
  func readRecord(
    _ cursor: inout JSONCursor, _ plan: RecordPlan, _ text: Int
  ) throws(JSONSyntaxError) -> Int? {
    let token = try cursor.peek()
    let offset = cursor.offset
    if _fastPath(token == .object && !plan.hasChoice && skipped.isEmpty) {
      return try readObject(&cursor, plan, text, offset)
    }
    guard token == .object else {
      fail(
        .wrongStructure(expected: .object, found: token.name), entity: plan.runtime.entity.name,
        text: text, offset: offset)
      try cursor.skipValue()
      return nil
    }
    if !skipped.isEmpty, skipped.contains(Place(text: text, offset: offset)) {
      try cursor.skipValue()
      return nil
    }
    guard let chosen = try concretePlan(cursor, plan, text) else {
      try cursor.skipValue()
      return nil
    }
    return try readObject(&cursor, chosen, text, offset)
  }

  private func readObject(
    _ cursor: inout JSONCursor, _ plan: RecordPlan, _ text: Int, _ offset: Int
  ) throws(JSONSyntaxError) -> Int {
    let object = plan.runtime.makeObject(context.environment)
    context.enlist(object)
    object.awakeFromInsert()
    let position = records.count
    records.append(
      Record(number: Int32(truncatingIfNeeded: object.number), text: Int32(text), offset: offset))
    if _slowPath(position & 0xFFF == 0xFFF) { options.progress?(position + 1) }
    let failureCount = failures.count
    try readMembers(&cursor, plan, object, text)
    // While the values are still in the cache, if no other object has a say in them.
    if plan.judgesAtOnce && failures.count == failureCount {
      records[position].isJudged = object.isValid
    }
    return position
  }

  private func readMembers(
    _ cursor: inout JSONCursor, _ plan: RecordPlan, _ object: ManagedObject, _ text: Int
  ) throws(JSONSyntaxError) {
    let base = object.base
    let isSmall = plan.targets.count <= 64
    var seen: UInt64 = 0
    var seenLater: Set<Int> = []
    var last = -1
    var isMore = try cursor.enterObject()
    while isMore {
      var unknown: String?
      guard let index = try plan.readKey(&cursor, after: last, unknown: { unknown = $0 }) else {
        try skip(&cursor, unknown ?? "", plan, object, text)
        isMore = try cursor.nextMember()
        continue
      }
      let bit: UInt64 = 1 &<< UInt64(index & 63)
      let isRepeated = isSmall ? seen & bit != 0 : !seenLater.insert(index).inserted
      seen |= bit
      last = index
      let token = try cursor.peek()
      if _slowPath(isRepeated) {
        fail(
          .duplicateKey, entity: plan.runtime.entity.name, object: object,
          keyPath: [plan.members[index].slot.name], text: text, offset: cursor.offset)
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
            keyPath: [plan.members[index].slot.name], value: found, text: text, offset: offset)
          isStored = false
        }
      default:
        isStored = false
        try readOther(&cursor, token, plan, plan.members[index], object, text)
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
      kind, entity: plan.runtime.entity.name, object: object, keyPath: [member.slot.name],
      value: value, text: text, offset: offset)
  }

  private func skip(
    _ cursor: inout JSONCursor, _ key: String, _ plan: RecordPlan, _ object: ManagedObject,
    _ text: Int
  ) throws(JSONSyntaxError) {
    let token = try cursor.peek()
    let offset = cursor.offset
    if key == Self.entityKey && plan.isInHierarchy && token == .string {
      let name = try cursor.stringValue()
      // Where there was a choice it was followed; where there is none, another name is a mistake.
      if name == plan.runtime.entity.name { return }
      return fail(
        .unknownEntity(name: name, suggestion: plan.runtime.entity.name),
        entity: plan.runtime.entity.name, object: object, text: text, offset: offset)
    }
    try cursor.skipValue()
    fail(
      .unknownKey(suggestion: nearMiss(key, in: plan.members.map(\.key))),
      entity: plan.runtime.entity.name, object: object, keyPath: [key],
      severity: options.mode == .lenient ? .warning : .error, text: text, offset: offset)
  }

  // MARK: Sub-entities

  /// The key under which a record says which sub-entity it is of.
  static let entityKey = "@entity"

  /// The plan of the entity that a record is of; `nil` if that has no objects of its own.
  private func concretePlan(
    _ cursor: borrowing JSONCursor, _ plan: RecordPlan, _ text: Int
  ) throws(JSONSyntaxError) -> RecordPlan? {
    var chosen = plan
    if plan.isPolymorphic, let name = try declaredEntity(of: cursor) {
      guard let named = self.plan(named: name),
        named.runtime.ancestry.contains(plan.runtime.entity.name)
      else {
        let names = context.model.concreteEntities(of: plan.runtime.entity.name)
        fail(
          .unknownEntity(name: name, suggestion: nearMiss(name, in: names)),
          entity: plan.runtime.entity.name, text: text, offset: cursor.offset)
        return nil
      }
      chosen = named
    }
    guard chosen.runtime.entity.isAbstract else { return chosen }
    fail(
      .abstractEntity, entity: chosen.runtime.entity.name, text: text, offset: cursor.offset)
    return nil
  }

  private func declaredEntity(
    of cursor: borrowing JSONCursor
  ) throws(JSONSyntaxError) -> String? {
    var look = JSONCursor(cursor.text, at: cursor.offset, depthLimit: options.depthLimit)
    var isMore = try look.enterObject()
    while isMore {
      let key = String(decoding: try look.key().bytes, as: UTF8.self)
      if key == Self.entityKey, try look.peek() == .string { return try look.stringValue() }
      try look.skipValue()
      isMore = try look.nextMember()
    }
    return nil
  }
}

extension JSONToken {
  /// The kind of the value, for messages.
  var name: String {
    switch self {
    case .object: "object"
    case .array: "array"
    case .string: "text"
    case .number: "number"
    case .true, .false: "bool"
    case .null: "null"
    }
  }
}

extension JSONCursor {
  /// Stands before a value in the middle of a text that was read before.
  init(_ text: JSONText, at offset: Int, depthLimit: Int = defaultDepthLimit) {
    self.init(text, depthLimit: depthLimit)
    next = text.start + (offset - text.origin.offset)
  }
}
