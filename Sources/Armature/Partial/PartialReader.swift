import ArmatureModel

/// Reads the values of a document into objects as soon as they have ended.
///
/// The scanner finds the values, and the reader of loads reads them.
final class PartialReader {
  let context: ManagedObjectContext
  let root: RecordPlan
  let values: PartialValues
  private var scanner: PartialScanner
  /// The open arrays and objects, from the outside to the inside.
  private(set) var frames: [PartialFrame] = []
  /// The value that is read as a whole.
  private var current: Whole?
  private var growing: GrowingText?
  private var fence = PartialFence()
  /// True once the text is known to be invalid JSON.
  private var isBroken = false
  /// The byte that broke the text, whose word may still go on; `nil` if the failure is settled.
  private var breakingPlace: Int?
  private var isBegun = false
  /// The records with an object, in the order of their starts.
  private(set) var records: [PartialRecord] = []
  /// The outermost records, with their byte offsets; a record without an object is read at the end.
  private(set) var roots: [(start: Int, record: PartialRecord?)] = []
  /// True if the document is an array.
  private(set) var isList = false

  /// A value that is read as a whole when it ends.
  private struct Whole {
    let token: JSONToken
    /// The number of arrays and objects around it.
    let depth: Int
  }

  init(_ context: ManagedObjectContext, _ entity: String, _ options: LoadOptions) throws {
    self.context = context
    values = PartialValues(context, options)
    guard let root = values.state.plans[entity] else {
      throw ManagedObjectError.unknownEntity(
        name: entity, suggestion: nearMiss(entity, in: context.model.entities.map(\.name)))
    }
    self.root = root
    scanner = PartialScanner(depthLimit: options.depthLimit)
  }

  /// The number of bytes that were scanned or copied so far, as a measure of the work.
  var work: Int { scanner.position + values.text.copiedCount }

  /// True if the document has ended.
  var isAtEnd: Bool { scanner.isAfterDocument && !isBroken }

  func append(_ piece: some Sequence<UInt8>) {
    values.text.append(piece)
    if !isBegun {
      guard let length = values.text.markLength else { return }
      scanner.skip(to: length)
      isBegun = true
    }
    do throws(JSONSyntaxError) {
      try readEvents()
    } catch {
      isBroken = true
    }
    if isBroken { return tellSyntaxError() }
    if let text = growing { growing = text.grown(values) }
  }

  /// Removes the text that has not ended.
  func removeGrowingText() {
    growing?.remove()
    growing = nil
  }

  private func readEvents() throws(JSONSyntaxError) {
    while !isBroken, let event = scanner.next(in: values.text.bytes) {
      switch event {
      case .begin(let token, let place): begin(token, at: place)
      case .key(let range): try key(range)
      case .end(let range): try end(range)
      case .unexpected:
        switch fence.pass(&values.text, scanner) {
        case .passed: break
        case .waits: return
        case .missing: (isBroken, breakingPlace) = (true, scanner.position)
        }
      }
    }
  }

  /// Reports the syntax error, once the whole of the word or character that causes it is there.
  private func tellSyntaxError() {
    if let breakingPlace, !values.text.hasWord(at: breakingPlace) { return }
    breakingPlace = nil
    if values.tellsSyntaxError { values.tellSyntaxError() }
  }

  // MARK: Begin

  private func begin(_ token: JSONToken, at place: Int) {
    if current != nil { return }
    switch frames.last {
    case nil where token == .array:
      isList = true
      frames.append(.list(0))
    case nil where token == .object, .list where token == .object:
      roots.append((place, nil))
      beginRecord(root, at: place)
    case .ends where token == .object:
      if let (owner, key) = owner, let plan = destination(key, owner) {
        beginRecord(plan, at: place)
      }
    case .record(let record, let key?):
      if let plan = destination(key, record), let member = key.member {
        let isToMany = record.plan.members[member].isToMany
        if isToMany && token == .array {
          record.nested[member] = []
          return frames.append(.ends(0))
        }
        if !isToMany && token == .object {
          record.nested[member] = []
          return beginRecord(plan, at: place)
        }
      }
      beginWhole(token)
      if token == .string { growing = GrowingText(record, key, from: place + 1) }
    default: beginWhole(token)
    }
  }

  private func beginWhole(_ token: JSONToken) {
    let isOpen = token == .object || token == .array
    current = Whole(token: token, depth: scanner.depth - (isOpen ? 1 : 0))
  }

  /// Returns the plan of the records at the other end of a relationship; `nil` for other members.
  private func destination(_ key: PartialFrame.Key, _ record: PartialRecord) -> RecordPlan? {
    guard let position = key.member, !key.isRepeated, position != record.plan.kept else {
      return nil
    }
    let member = record.plan.members[position]
    guard member.isReadable, let destination = member.destination else { return nil }
    return values.state.plans[destination]
  }

  private func beginRecord(_ plan: RecordPlan, at place: Int) {
    if plan.hasChoice { return frames.append(.choice(plan, start: place)) }
    guard let record = makeRecord(plan, at: place) else { return beginWhole(.object) }
    frames.append(.record(record, nil))
  }

  private func makeRecord(_ plan: RecordPlan, at place: Int) -> PartialRecord? {
    guard let object = try? context.insert(plan.name) else { return nil }
    guard let (owner, key) = owner, let position = key.member else {
      let record = PartialRecord(object, plan, start: place)
      records.append(record)
      roots[roots.count - 1].record = record
      return record
    }
    let member = owner.plan.members[position]
    let record = PartialRecord(object, plan, start: place, in: member.relationship)
    records.append(record)
    owner.nested[position]?.append(record)
    // If the link is not possible, the load of the whole text says why.
    if owner.object.isThere { try? member.link(owner.object, to: object) }
    return record
  }

  /// The record around the current record or element, with the key that leads there.
  private var owner: (PartialRecord, PartialFrame.Key)? {
    guard let frame = frames.last(where: \.isRecord), case .record(let record, let key?) = frame
    else { return nil }
    return (record, key)
  }

  // MARK: Keys and ends

  private func key(_ range: Range<Int>) throws(JSONSyntaxError) {
    if current != nil { return }
    switch frames.last {
    case .record(let record, let last):
      let key = try values.key(range, of: record, after: last)
      frames[frames.count - 1] = .record(record, key)
    case .choice(let plan, _):
      if try values.isEntityKey(range, of: plan) { return }
      leaveOut()
    default: break
    }
  }

  /// Passes over the rest of a record, of which the entity is not known yet. The load of the whole text reads it.
  private func leaveOut() {
    frames.removeLast()
    current = Whole(token: .object, depth: scanner.depth - 1)
  }

  private func end(_ range: Range<Int>) throws(JSONSyntaxError) {
    if let whole = current {
      guard scanner.depth == whole.depth else { return }
      current = nil
      growing = nil
      return try read(range, whole.token)
    }
    var isShown = true
    switch frames.popLast() {
    case .record(let record, _):
      record.isClosed = true
      values.close(record, path: Self.path(of: frames[...]))
    case .choice: isShown = false
    default: break
    }
    endValue(range, isShown: isShown)
  }

  private func read(_ range: Range<Int>, _ token: JSONToken) throws(JSONSyntaxError) {
    switch frames.last {
    case .record(let record, let key?):
      if token == .object, destination(key, record) != nil, let member = key.member,
        !record.plan.members[member].isToMany
      {
        // The nested record of a sub-entity, which was left out.
        record.nested[member] = [nil]
      } else {
        try values.read(range, token, key, record, path: path)
      }
    case .ends:
      if token != .object, let (owner, key) = owner, case .ends(let count)? = frames.last {
        try values.readReference(range, token, key, count, owner, path: recordPath)
      }
    case .choice(let plan, let start):
      guard let plan = try values.entity(range, in: plan) else { return leaveOut() }
      frames.removeLast()
      guard let record = makeRecord(plan, at: start) else { return leaveOut() }
      record.hasEntityMark = true
      return frames.append(.record(record, nil))
    default:
      if token != .object { try values.readOther(range, token, root, path: path) }
    }
    endValue(range, isShown: false)
  }

  /// Moves on to the next element or member of the innermost open array or object.
  private func endValue(_ range: Range<Int>, isShown: Bool) {
    switch frames.popLast() {
    case .list(let count): frames.append(.list(count + 1))
    case .ends(let count):
      if !isShown, let (owner, key) = owner, let member = key.member {
        owner.nested[member]?.append(nil)
      }
      frames.append(.ends(count + 1))
    case .record(let record, let key?):
      if let member = key.member, !key.isRepeated {
        record.values[member] = key.offset..<range.upperBound
      }
      frames.append(.record(record, key))
    case let frame?: frames.append(frame)
    case nil: break
    }
  }

  // MARK: Paths

  /// The JSON path of the innermost open array or object, or of its current value in an array.
  private var path: String {
    var frames = frames[...]
    if case .record? = frames.last { frames.removeLast() }
    return Self.path(of: frames)
  }

  /// The JSON path of the innermost open record.
  private var recordPath: String {
    Self.path(of: frames[..<(frames.lastIndex(where: \.isRecord) ?? 0)])
  }

  private static func path(of frames: ArraySlice<PartialFrame>) -> String {
    "$" + frames.compactMap(\.step).joined()
  }

  /// The path of each value that has begun but not ended, from the outside to the inside.
  var openPaths: [String] {
    var paths: [String] = []
    var path = ""
    for frame in frames {
      switch frame {
      case .list(let count): path = "[\(count)]"
      case .ends(let count): path += "[\(count)]"
      case .record(let record, let key?):
        guard let member = key.member, !key.isRepeated, record.values[member] == nil else {
          continue
        }
        path += (path.isEmpty ? "" : ".") + record.plan.members[member].name
      case .record, .choice: continue
      }
      paths.append(path)
    }
    return paths
  }
}

extension PartialFrame {
  /// True for a record with an object.
  fileprivate var isRecord: Bool { if case .record = self { true } else { false } }
}
