import ArmatureModel

/// Reads the keys and values of a document with the reader of loads, and collects the failures.
final class PartialValues {
  var text = PartialText()
  let state: LoadState
  private let reader: RecordReader
  private let options: LoadOptions
  private(set) var failures: [ValidationFailure] = []
  /// True until the syntax error was reported.
  private(set) var tellsSyntaxError = true

  /// The complete records with rejected values, by their objects.
  private var refusing: [ObjectIdentifier: PartialRecord] = [:]

  /// A copied part of the text, with its JSON path.
  private struct Part {
    let text: JSONText
    let path: String
  }

  init(_ context: ManagedObjectContext, _ options: LoadOptions) {
    var own = options
    (own.onDuplicate, own.onFailure, own.progress) = (.fail, .keepNothing, nil)
    self.options = own
    state = LoadState(context, own, LoadTexts())
    // Nothing is reverted here, so the context need not record changes.
    _ = state.objects.keep()
    reader = RecordReader(state)
  }

  // MARK: Keys

  /// Reads a key of a record.
  func key(
    _ range: Range<Int>, of record: PartialRecord, after last: PartialFrame.Key?
  ) throws(JSONSyntaxError) -> PartialFrame.Key {
    var cursor = cursor(text.part(range), at: range.lowerBound)
    var unknown = ""
    let index = try record.plan.readKey(&cursor, after: last?.member ?? -1) { unknown = $0 }
    return PartialFrame.Key(
      offset: range.lowerBound, member: index,
      text: index.map { record.plan.members[$0].key } ?? unknown,
      isRepeated: index.map(record.hasBegun) ?? false)
  }

  /// Returns whether a key names the entity of a record.
  func isEntityKey(_ range: Range<Int>, of plan: RecordPlan) throws(JSONSyntaxError) -> Bool {
    var cursor = cursor(text.part(range), at: range.lowerBound)
    return try cursor.stringValue() == plan.entityKey
  }

  /// Returns the plan of the entity that a value names; `nil` if records of a plan cannot have it.
  func entity(
    _ range: Range<Int>, in plan: RecordPlan
  ) throws(JSONSyntaxError) -> RecordPlan? {
    var cursor = cursor(text.part(range), at: range.lowerBound)
    guard let named = reader.plan(for: try reader.readMark(&cursor), plan),
      !named.runtime.isAbstract
    else { return nil }
    return named
  }

  // MARK: Values

  /// Reads the value of a key into the object of a record.
  func read(
    _ range: Range<Int>, _ token: JSONToken, _ key: PartialFrame.Key, _ record: PartialRecord,
    path: String
  ) throws(JSONSyntaxError) {
    guard record.object.isThere else { return }
    let part = member(key.offset..<range.upperBound, record, path: path)
    var cursor = cursor(part.text, at: range.lowerBound)
    guard let index = key.member, !key.isRepeated else {
      try readOther(&cursor, token, key, record)
      try check(cursor, range)
      return tell(record, part)
    }
    let member = record.plan.members[index]
    let isAttribute = member.attribute != nil && member.isReadable && index != record.plan.kept
    if isAttribute { record.object.willWrite(member.place) }
    var progress = RecordReader.Progress(record: 0, failureCount: 0, firstWord: 0)
    _ = try reader.readOther(
      &cursor, try cursor.peek(), index, record.plan, record.object, &progress)
    reader.keptKeys = [:]
    if isAttribute { record.object.endWrite() }
    try check(cursor, range)
    tell(record, part)
    guard isAttribute, options.validates, !record.refused.contains(member.name) else { return }
    tell(ObjectValidator(record.object).failures(ofValue: member.name), record, part)
  }

  /// Reads the value of a key that is repeated or unknown.
  private func readOther(
    _ cursor: inout JSONCursor, _ token: JSONToken, _ key: PartialFrame.Key, _ record: PartialRecord
  ) throws(JSONSyntaxError) {
    let (plan, object) = (record.plan, record.object)
    let isEntity = key.member == nil && key.text == plan.entityKey && plan.isInHierarchy
    if isEntity && !record.hasEntityMark {
      record.hasEntityMark = true
      return try reader.readEntityMark(&cursor, plan, object, 0)
    }
    try cursor.skipValue()
    if let index = key.member {
      return reader.fail(
        .duplicateKey, entity: plan.name, record: 0, object: object,
        keyPath: [plan.members[index].name], at: key.offset)
    }
    if plan.kept != nil && !isEntity { return }
    let isNumber = key.text == RecordPlan.numberKey
    if isNumber && !record.hasNumber && token == .number { return record.hasNumber = true }
    reader.failUnknown(
      key.text, plan, object, 0, at: key.offset,
      isRepeated: isEntity || isNumber && record.hasNumber)
  }

  /// Reads an element of a to-many relationship that is not a record.
  func readReference(
    _ range: Range<Int>, _ token: JSONToken, _ key: PartialFrame.Key, _ index: Int,
    _ record: PartialRecord, path: String
  ) throws(JSONSyntaxError) {
    guard record.object.isThere, let member = key.member,
      let destination = record.plan.members[member].destination
    else { return }
    let step = JSONPaths.step(key.text.shortenedName)
    let part = Part(text: text.part(range), path: "\(path)\(step)[\(index)]")
    read(part, of: record, from: range.lowerBound)
    var cursor = cursor(part.text, at: range.lowerBound)
    var progress = RecordReader.Progress(record: 0, failureCount: 0, firstWord: 0)
    progress.link = RecordReader.OpenLink(
      member: member, destination: destination, isArray: false, offset: range.lowerBound,
      firstEnd: reader.links.openCount)
    _ = try reader.readEnds(&cursor, record.plan, record.object, &progress, isResuming: false)
    try check(cursor, range)
    tell(record, part)
  }

  /// Reports a value in the place of a record.
  func readOther(
    _ range: Range<Int>, _ token: JSONToken, _ plan: RecordPlan, path: String
  ) throws(JSONSyntaxError) {
    let part = Part(text: text.part(range), path: path)
    var cursor = cursor(part.text, at: range.lowerBound)
    try cursor.skipValue()
    try check(cursor, range)
    reader.fail(
      .wrongStructure(expected: .object, found: token.name), entity: plan.name,
      at: range.lowerBound)
    tell(nil, part)
  }

  /// Reports the missing values of a complete record, and the rules about several values that are known.
  func close(_ record: PartialRecord, path: String) {
    if !record.refused.isEmpty { refusing[ObjectIdentifier(record.object)] = record }
    guard options.validates, record.object.isThere else { return }
    let absent = record.plan.members.enumerated()
      .filter { !record.hasBegun($0.offset) && $0.element.attribute != nil }.map(\.element.name)
    let validator = ObjectValidator(record.object) { [self] object in
      refusing[ObjectIdentifier(object)]?.refused ?? []
    }
    let found = validator.failures(without: Set(absent), excluding: record.refused) {
      record.knows($0[...])
    }
    for failure in found {
      let index = record.plan.members.firstIndex { $0.name == failure.property }
      if let range = index.flatMap({ record.values[$0] }) {
        tell([failure], record, member(range, record, path: path))
        continue
      }
      var failure = failure
      if case .rule(.required, _, _, _) = failure.kind {
        failure = failure.asMissing(index.map { record.plan.members[$0] })
      }
      add(failure, record, at: record.start, path: path)
    }
  }

  // MARK: Parts

  private func cursor(_ text: JSONText, at offset: Int) -> JSONCursor {
    JSONCursor(text, at: offset, depthLimit: options.depthLimit)
  }

  /// Prepares the reading of a member: a copy of it is a record of its own.
  private func member(_ range: Range<Int>, _ record: PartialRecord, path: String) -> Part {
    let part = Part(text: text.record(of: range), path: path)
    read(part, of: record, from: range.lowerBound - 1)
    return part
  }

  private func read(_ part: Part, of record: PartialRecord, from start: Int) {
    state.texts.replaceAll(by: part.text, .document)
    state.objects.records = [
      LoadedObjects.Record(
        record.object.row.handle, place: LoadPlace(text: 0, offset: start), marks: [])
    ]
  }

  /// Checks that a value was read to its end.
  private func check(_ cursor: borrowing JSONCursor, _ range: Range<Int>) throws(JSONSyntaxError) {
    if cursor.offset != range.upperBound {
      throw JSONSyntaxError(offset: cursor.offset, kind: .endOfText(expected: .value))
    }
  }

  // MARK: Failures

  /// Adds the failures of the reader, and forgets them there.
  private func tell(_ record: PartialRecord?, _ part: Part) {
    guard state.failures.count > 0 else { return }
    record?.refused.formUnion(state.failures.refused[0] ?? [])
    for located in state.failures.list { add(located, record, part) }
    state.failures.removeAll()
  }

  /// Adds failures of rules.
  private func tell(_ found: [ValidationFailure], _ record: PartialRecord, _ part: Part) {
    for var failure in found {
      let place = state.find(failure.keyPath, in: 0)
      if case .rule(.required, _, _, _) = failure.kind, place?.content == .nothing {
        failure = failure.asMissing(failure.property.flatMap { record.plan.member(named: $0) })
      }
      for located in state.located([failure], in: 0) { add(located, record, part) }
    }
  }

  private func add(_ located: LocatedFailure, _ record: PartialRecord?, _ part: Part) {
    let offset = located.place.offset
    let found = JSONPaths(part.text, offsets: [offset], depthLimit: options.depthLimit + 1)[offset]
    add(
      located.failure, located.record == nil ? nil : record, at: offset,
      path: found.map { part.path + $0.dropFirst() })
  }

  private func add(
    _ failure: ValidationFailure, _ record: PartialRecord?, at offset: Int, path: String?
  ) {
    if failures.count >= options.failureLimit { return }
    let position = text.position(of: offset)
    var failure = failure
    failure.source = InputPosition(
      file: "", line: position.line, column: position.column, path: path)
    if let object = record?.object {
      (failure.objectID, failure.label) = (object.objectID, object.label)
    }
    failures.append(failure)
  }

  /// Reports the first syntax error of the text.
  func tellSyntaxError() {
    tellsSyntaxError = false
    let whole = text.whole
    var cursor = JSONCursor(whole, depthLimit: options.depthLimit)
    do throws(JSONSyntaxError) {
      try cursor.skipValue()
      try cursor.finish()
    } catch {
      let paths = JSONPaths(whole, offsets: [error.offset], depthLimit: options.depthLimit)
      add(
        ValidationFailure(entity: "", .syntax(error.message)), nil, at: error.offset,
        path: paths[error.offset])
    }
  }
}
