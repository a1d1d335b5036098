import ArmatureModel

/// Finds the identities of all records before the load reads the records. This lets the store look up many identities
/// at once.
///
/// The scan is only an optimization. It reports no failures, because these are reported when the records are read. If
/// the scan misses an identity, it is looked up at that time.
struct IdentityScan {
  private let records: RecordReader
  private var state: LoadState { records.state }
  private var found: [ScopedIdentity] = []

  /// The maximum nesting of scanned records: data decides about their nesting.
  private static let depthLimit = 64

  init(_ records: RecordReader) { self.records = records }

  /// Returns the identities in all texts.
  consuming func identities() -> [ScopedIdentity] {
    for (index, input) in state.texts.inputs.enumerated() { scan(input, at: index) }
    return found
  }

  private mutating func scan(_ input: LoadTexts.Input, at index: Int) {
    let plan = input.entity.flatMap { state.plans[$0] }
    switch input.layout {
    case .document:
      var cursor = JSONCursor(input.text, depthLimit: state.options.depthLimit)
      try? scanDocument(&cursor, plan)
    case .lines:
      var cursor = JSONCursor(linesOf: input.text, depthLimit: state.options.depthLimit)
      while cursor.nextLine() { try? scanDocument(&cursor, plan) }
    case .csv(let format):
      guard let plan, let header = state.texts.header(of: index) else { return }
      scan(input.text, header, plan, format)
    }
  }

  // MARK: Tables

  private mutating func scan(
    _ text: JSONText, _ header: CSVHeader, _ plan: RecordPlan, _ format: CSVFormat
  ) {
    guard let identity = plan.identity, let attribute = identity.attribute,
      let column = header.keys.firstIndex(where: { $0.hasSameBytes(as: identity.key) })
    else { return }
    var cursor = header.rows(of: text)
    while cursor.nextRow() {
      guard cursor.errors.isEmpty, column < cursor.count,
        let value = records.identity(in: column, of: &cursor, attribute, format)
      else { continue }
      found.append(ScopedIdentity(scope: plan.identityScope, key: IdentityKey(value)))
    }
  }

  // MARK: JSON

  private mutating func scanDocument(
    _ cursor: inout JSONCursor, _ plan: RecordPlan?
  ) throws(JSONSyntaxError) {
    if let plan { return try scanRecords(&cursor, plan, depth: 0) }
    guard try cursor.peek() == .object else { return }
    var isMore = try cursor.enterObject()
    while isMore {
      let key = String(decoding: try cursor.key().bytes, as: UTF8.self)
      if let plan = state.plans.plan(forKey: key) {
        try scanRecords(&cursor, plan, depth: 0)
      } else {
        try cursor.skipValue()
      }
      isMore = try cursor.nextMember()
    }
  }

  /// Scans a record, or a list of records.
  private mutating func scanRecords(
    _ cursor: inout JSONCursor, _ plan: RecordPlan, depth: Int
  ) throws(JSONSyntaxError) {
    switch try cursor.peek() {
    case .object where depth < Self.depthLimit: try scanRecord(&cursor, plan, depth: depth)
    case .array:
      var isMore = try cursor.enterArray()
      while isMore {
        if try cursor.peek() == .object, depth < Self.depthLimit {
          try scanRecord(&cursor, plan, depth: depth)
        } else {
          try cursor.skipValue()
        }
        isMore = try cursor.nextElement()
      }
    default: try cursor.skipValue()
    }
  }

  private mutating func scanRecord(
    _ cursor: inout JSONCursor, _ plan: RecordPlan, depth: Int
  ) throws(JSONSyntaxError) {
    let plan = try plan.hasChoice ? chosenPlan(cursor, plan) : plan
    var last = -1
    var isMore = try cursor.enterObject()
    while isMore {
      if let index = try plan.readKey(&cursor, after: last, unknown: { _ in }) {
        last = index
        try scan(&cursor, plan.members[index], plan, depth: depth)
      } else {
        try cursor.skipValue()
      }
      isMore = try cursor.nextMember()
    }
  }

  private mutating func scan(
    _ cursor: inout JSONCursor, _ member: RecordPlan.Member, _ plan: RecordPlan, depth: Int
  ) throws(JSONSyntaxError) {
    if member === plan.identity, let attribute = member.attribute {
      let read = try records.reader(for: member).read(&cursor, as: attribute)
      if case .value(let value) = read, !value.isNull {
        found.append(ScopedIdentity(scope: plan.identityScope, key: IdentityKey(value)))
      }
    } else if let destination = member.destination {
      try scanRecords(&cursor, state.plans[destination], depth: depth + 1)
    } else {
      try cursor.skipValue()
    }
  }

  /// Returns the plan of the entity that a record names.
  private func chosenPlan(
    _ cursor: borrowing JSONCursor, _ plan: RecordPlan
  ) throws(JSONSyntaxError) -> RecordPlan {
    if let mark = try records.entityMark(of: cursor, plan) {
      return records.plan(for: mark, plan) ?? plan
    }
    return plan.choosesByContent ? try records.fitting(plan, cursor).plan ?? plan : plan
  }
}
