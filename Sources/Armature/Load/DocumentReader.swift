import ArmatureModel

/// Reads texts down to their records, which the reader of records reads.
struct DocumentReader {
  private let state: LoadState
  private let records: RecordReader

  init(_ state: LoadState, _ records: RecordReader) {
    self.state = state
    self.records = records
  }

  /// Reads all texts.
  func read() {
    for (index, input) in state.texts.inputs.enumerated() {
      records.text = index
      read(input, at: index)
    }
  }

  private func read(_ input: LoadTexts.Input, at index: Int) {
    switch input.layout {
    case .document:
      var cursor = JSONCursor(input.text, depthLimit: state.options.depthLimit)
      do throws(JSONSyntaxError) {
        try readDocument(&cursor, input.entity)
        try cursor.finish()
      } catch {
        state.failures.add(error, text: index, isDocument: true)
      }
    case .lines:
      var cursor = JSONCursor(linesOf: input.text, depthLimit: state.options.depthLimit)
      while cursor.nextLine() {
        let first = state.objects.count
        do throws(JSONSyntaxError) {
          try readTopLevel(&cursor, input.entity)
          try cursor.finish()
        } catch {
          for record in first..<state.objects.count {
            state.objects.mark(record, .isRejected)
          }
          state.failures.add(error, text: index)
        }
      }
    case .csv(let format):
      guard let plan = input.entity.flatMap({ state.plans[$0] }),
        let header = state.texts.header(of: index)
      else { return }
      let rows = RowReader(records, plan, header, format)
      guard rows.begin() else { return }
      let first = input.text.origin.offset
      // The header was reported with an earlier portion of rows.
      if first > 0 { state.failures.removeAll() }
      var cursor = header.rows(of: input.text)
      while cursor.nextRow() { _ = rows.read(&cursor) }
    }
  }

  private func readDocument(
    _ cursor: inout JSONCursor, _ entity: String?
  ) throws(JSONSyntaxError) {
    if let plan = entity.flatMap({ state.plans[$0] }), try cursor.peek() == .array {
      try readRecords(&cursor, plan)
    } else {
      try readTopLevel(&cursor, entity)
    }
  }

  /// Reads one record of a known entity, or an object with records by entity.
  private func readTopLevel(
    _ cursor: inout JSONCursor, _ entity: String?
  ) throws(JSONSyntaxError) {
    if let plan = entity.flatMap({ state.plans[$0] }) {
      _ = try records.readRecord(&cursor, plan)
      return
    }
    let token = try cursor.peek()
    guard token == .object else {
      fail(.wrongStructure(expected: .object, found: token.name), at: cursor.offset)
      return try cursor.skipValue()
    }
    var seen: Set<Int> = []
    var hasHeader = false
    var isMore = try cursor.enterObject()
    while isMore {
      cursor.skipWhitespace()
      let offset = cursor.offset
      let key = String(decoding: try cursor.key().bytes, as: UTF8.self)
      if let plan = state.plans.plan(forKey: key) {
        if !seen.insert(plan.runtime.shape.index).inserted {
          fail(.duplicateKey, plan, at: offset)
        }
        if try cursor.peek() == .object {
          _ = try records.readRecord(&cursor, plan)
        } else {
          try readRecords(&cursor, plan)
        }
      } else if key == StoreHeader.key {
        if hasHeader {
          state.failures.add(
            .duplicateKey, entity: key, at: LoadPlace(text: records.text, offset: offset))
        }
        hasHeader = true
        try readHeader(&cursor)
      } else if state.options.ignoring.areAllUnknown {
        try cursor.skipValue()
      } else {
        fail(
          .unknownEntity(
            name: key.shortenedName,
            suggestion: records.suggestion(for: key, in: state.plans.sortedEntityKeys)),
          severity: state.severityOfUnknown, at: offset)
        try cursor.skipValue()
      }
      isMore = try cursor.nextMember()
    }
  }

  /// Reads the header of a store's file; every other load skips it.
  private func readHeader(_ cursor: inout JSONCursor) throws(JSONSyntaxError) {
    guard state.options.isStored else { return try cursor.skipValue() }
    _ = try StoreHeader(&cursor) { fault in
      state.failures.add(
        fault.kind, entity: StoreHeader.key, keyPath: fault.path, value: fault.value,
        at: LoadPlace(text: records.text, offset: fault.offset))
    }
  }

  private func readRecords(
    _ cursor: inout JSONCursor, _ plan: RecordPlan
  ) throws(JSONSyntaxError) {
    let token = try cursor.peek()
    guard token == .array else {
      fail(.wrongStructure(expected: .list, found: token.name), plan, at: cursor.offset)
      return try cursor.skipValue()
    }
    var isMore = try cursor.enterArray()
    while isMore {
      _ = try records.readRecord(&cursor, plan)
      isMore = try cursor.nextElement()
    }
  }

  private func fail(
    _ kind: ValidationFailure.Kind, _ plan: RecordPlan? = nil,
    severity: ValidationRule.Severity = .error, at offset: Int
  ) {
    state.failures.add(
      kind, entity: plan?.name ?? "", severity: severity,
      at: LoadPlace(text: records.text, offset: offset))
  }
}
