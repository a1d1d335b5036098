import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads records, and everything within them, into the rows of new objects.
///
/// Failures go to the collector, and references to other records into ``links``.
final class RecordReader {
  let state: LoadState
  let plans: RecordPlans
  let objects: LoadedObjects
  let failures: FailureCollector
  /// Readers of values: by the options, and always lenient.
  let (values, lenientValues): (ValueReader, ValueReader)
  /// The reader of cells, which only contain text.
  let cellValues: ValueReader
  /// The records to skip: an earlier round has rejected them.
  let skipped: Set<LoadPlace>
  /// The position of the current text.
  var text = 0
  // Unchecked, as is `seenWords`: no access spans a call that could start another one.
  @exclusivity(unchecked) var links = PendingLinks()
  /// The members seen in the open records, for entities with more than 64 members: a bit for each.
  @exclusivity(unchecked) private var seenWords: ContiguousArray<UInt64> = []
  /// The unknown keys of the open records that are kept.
  var keptKeys: [Int: JSONObject] = [:]

  init(_ state: LoadState, skipping skipped: Set<LoadPlace> = []) {
    self.state = state
    self.skipped = skipped
    plans = state.plans
    objects = state.objects
    failures = state.failures
    func reader(_ leniency: TextReader.Leniency) -> ValueReader {
      ValueReader(
        leniency, unknown: state.severityOfUnknown,
        ignoresUnknown: state.options.ignoring.areAllUnknown, readsUnusual: state.options.isStored)
    }
    values = reader(state.options.mode == .lenient ? .otherForms : .none)
    cellValues = reader(.texts)
    lenientValues = reader(.otherForms)
  }

  deinit { links.references.deallocate() }

  /// A partly read record, which waits here for a nested one.
  private struct OpenRecord {
    let plan: RecordPlan
    let object: ManagedObject
    var progress: Progress
  }

  /// The progress of reading a record.
  ///
  /// Kept apart from `OpenRecord`, to avoid counting its references at each step: a tenth of a load.
  struct Progress {
    /// The position of the record.
    let record: Int
    /// The number of failures before the record.
    let failureCount: Int
    /// A bit for each of 64 members that has been read; the others of a large entity are in `seenWords`.
    var seen: UInt64 = 0
    /// The number of the word in `seen`.
    var word = 0
    /// The start of the record's words in `seenWords`.
    let firstWord: Int
    var hasEntityMark = false
    var hasNumber = false
    /// The last member that was read; -1 before the first.
    var last = -1
    /// The relationship whose nested record is being read.
    var link: OpenLink?
  }

  /// A relationship with some ends still to read.
  struct OpenLink {
    let member: Int
    let destination: Int
    let isArray: Bool
    let offset: Int
    /// The number of ends of other open links.
    let firstEnd: Int
    /// The key of the nested record that is being read, if the records are members of an object.
    var key: MapKey?
  }

  /// Reads a record into a new object and returns its position; `nil` without a record.
  func readRecord(_ cursor: inout JSONCursor, _ plan: RecordPlan) throws(JSONSyntaxError) -> Int? {
    let token = try cursor.peek()
    guard token == .object else {
      // Skipped first: invalid JSON is reported as such, not as the type of its first letter.
      let offset = cursor.offset
      try cursor.skipValue()
      fail(.wrongStructure(expected: .object, found: token.name), entity: plan.name, at: offset)
      return nil
    }
    if hasOnePlan(plan) { return try readObject(&cursor, plan) }
    guard let chosen = try recordPlan(&cursor, plan) else { return nil }
    return try readObject(&cursor, chosen)
  }

  private func readObject(
    _ cursor: inout JSONCursor, _ plan: RecordPlan
  ) throws(JSONSyntaxError) -> Int {
    let root = objects.count
    var plan = plan
    let object = makeObject(&plan, at: cursor.offset, identity(of: cursor, plan))
    var progress = begin(root, plan)
    let nested: RecordPlan?
    do throws(JSONSyntaxError) {
      nested = try readMembers(&cursor, plan, object, &progress)
    } catch {
      abandon(root)
      throw error
    }
    if let nested {
      try readNested(
        &cursor, in: OpenRecord(plan: plan, object: object, progress: progress), nested)
    } else {
      close(plan, object, progress)
    }
    return root
  }

  /// Reads a nested record, and then the rest of the enclosing one.
  ///
  /// Records wait in an array and not on the stack, because data decides about their nesting.
  private func readNested(
    _ cursor: inout JSONCursor, in root: OpenRecord, _ plan: RecordPlan
  ) throws(JSONSyntaxError) {
    var outer = [root]
    var record = open(plan, cursor, root.progress.link?.key)
    do throws(JSONSyntaxError) {
      while true {
        if let nested = try readMembers(
          &cursor, record.plan, record.object, &record.progress)
        {
          outer.append(record)
          record = open(nested, cursor, record.progress.link?.key)
          continue
        }
        close(record.plan, record.object, record.progress)
        guard let around = outer.popLast() else { return }
        let position = record.progress.record
        if around.progress.link != nil {
          links.append(
            PendingLinks.End(
              target: .record(position), offset: objects[position].place.offset))
        }
        record = around
      }
    } catch {
      abandon(record.progress.record)
      for record in outer { objects.mark(record.progress.record, .isIncomplete) }
      throw error
    }
  }

  private func open(
    _ plan: RecordPlan, _ cursor: borrowing JSONCursor, _ key: MapKey?
  ) -> OpenRecord {
    let position = objects.count
    var plan = plan
    let object = makeObject(&plan, at: cursor.offset, identity(of: cursor, plan))
    var record = OpenRecord(plan: plan, object: object, progress: begin(position, plan))
    if _slowPath(key != nil), let key, let index = plan.index(ofMember: key.attribute) {
      set(key, index, plan, object, position)
      _ = note(index, record.progress.firstWord, &record.progress.seen, &record.progress.word)
    }
    return record
  }

  func begin(_ record: Int, _ plan: RecordPlan) -> Progress {
    let firstWord = seenWords.count
    if _slowPath(plan.places.count > 64) {
      for _ in 0..<plan.wordCount { seenWords.append(0) }
    }
    return Progress(record: record, failureCount: failures.count, firstWord: firstWord)
  }

  func close(_ plan: RecordPlan, _ object: ManagedObject, _ progress: Progress) {
    if _slowPath(plan.kept != nil) { finishKeeping(plan, object, progress) }
    if _slowPath(plan.hasDiscriminator), !progress.hasEntityMark {
      failMissingMark(plan, progress.record, object, at: objects[progress.record].place.offset)
    }
    if _slowPath(plan.places.count > 64) { seenWords.removeLast(plan.wordCount) }
    if _slowPath(objects.updates) {
      objects.mark(progress.record, .isRead)
      if isUpdate(progress) { return update(from: object, plan, progress.record) }
    }
    // Now, while the values are still in the cache; only possible if the rules read no other object.
    if plan.validatesAtOnce && failures.count == progress.failureCount
      && plan.runtime.program.isValid(object)
    {
      objects.mark(progress.record, .isValid)
    }
  }

  /// Gives up all open records, from the innermost outwards.
  private func abandon(_ record: Int) {
    objects.mark(record, .isIncomplete)
    seenWords.removeAll(keepingCapacity: true)
    keptKeys = [:]
    links.removeOpen()
  }

  /// Creates the object for a record, or a draft if the record updates an existing object.
  ///
  /// - Parameters:
  ///   - plan: The plan for reading the record. If the existing object belongs to a sub-entity, the parameter is set to
  ///     the plan of this sub-entity.
  ///   - offset: The position of the record in the text.
  ///   - identity: The identity of the object, or `nil` if the load does not update objects.
  func makeObject(
    _ plan: inout RecordPlan, at offset: Int, _ identity: ScopedIdentity?
  ) -> ManagedObject {
    let place = LoadPlace(text: text, offset: offset)
    let draft = _slowPath(identity != nil) ? makeDraft(&plan, identity, at: place) : nil
    let object = draft ?? objects.make(plan, at: place)
    if _slowPath(objects.count & 0xFFF == 0) { state.options.progress?(objects.count) }
    return object
  }

  /// Reads members up to the end of the record, or up to a nested record, and returns the plan of the latter.
  private func readMembers(
    _ cursor: inout JSONCursor, _ plan: RecordPlan, _ object: ManagedObject,
    _ progress: inout Progress
  ) throws(JSONSyntaxError) -> RecordPlan? {
    let row = object.row
    var (seen, word, last) = (progress.seen, progress.word, progress.last)
    var isMore = false
    if let nested = try enter(&cursor, plan, object, &progress, isMore: &isMore) { return nested }
    while isMore {
      let start = cursor.next
      var unknown: String?
      guard let index = try plan.readKey(&cursor, after: last, unknown: { unknown = $0 }) else {
        try skip(
          &cursor, unknown ?? "", plan, object, &progress, at: cursor.offset(ofKeyAfter: start))
        isMore = try cursor.nextMember()
        continue
      }
      let isRepeated = note(index, progress.firstWord, &seen, &word)
      last = index
      let token = try cursor.peek()
      if _slowPath(isRepeated) {
        fail(
          .duplicateKey, entity: plan.name, record: progress.record, object: object,
          keyPath: [plan.members[index].name], at: cursor.offset(ofKeyAfter: start))
        try cursor.skipValue()
        isMore = try cursor.nextMember()
        continue
      }
      let place = plan.places[index]
      var isStored = true
      switch (place.kind, token) {
      case (.string, .string):
        row[place.place, as: String.self] = try cursor.stringValue()
      case (.int64, .number):
        isStored = try readNumber(&cursor, row, place.place, index, plan, object, progress.record) {
          try? $0.int64()
        }
      case (.double, .number) where plan.kept == nil:
        isStored = try readNumber(&cursor, row, place.place, index, plan, object, progress.record) {
          try? $0.double()
        }
      case (.bool, .true), (.bool, .false):
        row[place.place, as: Bool.self] = try cursor.bool()
      case (.date, .string) where plan.kept == nil:
        isStored = try readDate(&cursor, row, place.place, index, plan, object, progress.record)
      default:
        isStored = false
        (progress.seen, progress.word, progress.last) = (seen, word, last)
        if let nested = try readOther(&cursor, token, index, plan, object, &progress) {
          return nested
        }
      }
      if isStored { row.markStored(place.place) }
      isMore = try cursor.nextMember()
    }
    (progress.seen, progress.word) = (seen, word)
    return nil
  }

  /// Enters a record, or continues it after a nested record, unless another nested record follows in the same link.
  ///
  /// - Parameter isMore: Receives whether a member follows.
  /// - Returns: The plan of the nested record that follows.
  @inline(__always)
  private func enter(
    _ cursor: inout JSONCursor, _ plan: RecordPlan, _ object: ManagedObject,
    _ progress: inout Progress, isMore: inout Bool
  ) throws(JSONSyntaxError) -> RecordPlan? {
    if progress.link == nil {
      isMore = try cursor.enterObject()
      return nil
    }
    if let nested = try readEnds(&cursor, plan, object, &progress, isResuming: true) {
      return nested
    }
    isMore = try cursor.nextMember()
    return nil
  }

  /// Records that a record has a member; returns true if the member is a duplicate.
  ///
  /// - Parameters:
  ///   - firstWord: The start of the record's words in `seenWords`.
  ///   - seen: The current word.
  ///   - word: The number of the current word.
  @inline(__always)
  private func note(
    _ index: Int, _ firstWord: Int, _ seen: inout UInt64, _ word: inout Int
  ) -> Bool {
    if _slowPath(index &>> 6 != word) {
      seenWords[firstWord + word] = seen
      word = index &>> 6
      seen = seenWords[firstWord + word]
    }
    let bit: UInt64 = 1 &<< UInt64(index & 63)
    defer { seen |= bit }
    return seen & bit != 0
  }

  /// Returns whether a record has a member.
  func hasSeen(_ index: Int, _ progress: Progress) -> Bool {
    let word =
      index &>> 6 == progress.word ? progress.seen : seenWords[progress.firstWord + index &>> 6]
    return word & (1 &<< UInt64(index & 63)) != 0
  }

  /// Skips a member that the entity lacks.
  private func skip(
    _ cursor: inout JSONCursor, _ key: String, _ plan: RecordPlan, _ object: ManagedObject,
    _ progress: inout Progress, at offset: Int
  ) throws(JSONSyntaxError) {
    let isEntityMark = key == plan.entityKey && plan.isInHierarchy
    if isEntityMark && !progress.hasEntityMark {
      progress.hasEntityMark = true
      return try readEntityMark(&cursor, plan, object, progress.record)
    }
    if plan.kept != nil, !isEntityMark {
      return try keep(key, &cursor, plan, object, progress.record, at: offset)
    }
    if key == RecordPlan.numberKey, !progress.hasNumber, try cursor.peek() == .number {
      progress.hasNumber = true
      return try readNumber(&cursor, plan, object, progress.record)
    }
    try cursor.skipValue()
    failUnknown(
      key, plan, object, progress.record, at: offset,
      isRepeated: isEntityMark || key == RecordPlan.numberKey && progress.hasNumber)
  }

  /// Reports a key that the entity lacks, unless it is to be ignored.
  ///
  /// - Parameter isRepeated: True for the second occurrence of a key that is not a property.
  func failUnknown(
    _ key: String, _ plan: RecordPlan, _ object: ManagedObject, _ record: Int, at offset: Int,
    isRepeated: Bool = false
  ) {
    let isEntityMark = key == plan.entityKey && plan.isInHierarchy
    if !isEntityMark, state.options.ignoring.areAllUnknown || plan.ignored.contains(key) { return }
    fail(
      isRepeated
        ? .duplicateKey
        : .unknownKey(suggestion: failures.isFull ? nil : plan.suggestion(for: key)),
      entity: plan.name, record: record, object: object, keyPath: [key.shortenedName],
      severity: isEntityMark ? .error : state.severityOfUnknown, at: offset)
  }

  /// Adds a failure in the current text.
  func fail(
    _ kind: ValidationFailure.Kind, entity: String, record: Int? = nil,
    object: ManagedObject? = nil, keyPath: [String] = [],
    severity: ValidationRule.Severity = .error, value: AttributeValue = .null, at offset: Int
  ) {
    failures.add(
      kind, entity: entity, record: record, object: object, keyPath: keyPath, severity: severity,
      value: value, at: LoadPlace(text: text, offset: offset))
  }
}

extension JSONCursor {
  /// Returns the offset of a key that was read, given the start of the search for it.
  fileprivate func offset(ofKeyAfter start: UnsafePointer<UInt8>) -> Int {
    offset(of: Self.endOfWhitespace(from: start, to: end))
  }
}

extension RecordPlan {
  /// The number of 64-bit words with a bit for each member.
  fileprivate var wordCount: Int { (places.count + 63) / 64 }
}
