public import ArmatureModel

extension ManagedObjectModel {
  /// Reads newline-delimited JSON or CSV, one record after the other.
  ///
  /// Use this method to process a file that does not fit into memory. It creates an object for each record, and passes
  /// the object to your closure. The object exists only until the closure returns, so the method needs the same memory
  /// for a file of any size.
  ///
  /// The closure also receives the failures of the record. In contrast to a load, the method does not follow references
  /// and does not check uniqueness, because both would require all records at the same time. If a line contains no
  /// valid record, or if the header row is invalid, the closure receives `nil` instead of an object.
  ///
  /// If you don't pass a layout, the name of the file determines it.
  ///
  /// - Returns: The number of records, including invalid lines and rows.
  /// - Throws:
  ///   - ``/Armature/FileReadError`` if the file cannot be read.
  ///   - ``/Armature/ManagedObjectError`` if the entity is unknown.
  ///   - Any error that the closure throws.
  /// - Complexity: O(*n*) in the bytes of the file.
  @discardableResult public func forEachLine(
    of path: String, as entityName: String, layout: LoadSource.Layout? = nil,
    options: LoadOptions = LoadOptions(),
    _ body: (ManagedObject?, ValidationReport) throws -> Void
  ) throws -> Int {
    guard self[entityName] != nil else {
      throw ManagedObjectError.unknownEntity(
        name: entityName, suggestion: nearMiss(entityName, in: entities.map(\.name)))
    }
    try options.check(self)
    var options = options
    // No object is left to update: each line is forgotten before the next.
    options.onDuplicate = .fail
    let round = LoadRound(ManagedObjectContext(model: self), options, LoadTexts())
    guard let plan = round.state.plans[entityName] else { return 0 }
    var count = 0
    func give(_ object: ManagedObject?, _ report: ValidationReport) throws {
      try body(object, report)
      count += 1
      if count & 0xFFF == 0 { options.progress?(count) }
    }
    if case .csv(let format) = layout ?? LoadSource.Layout(ofFile: path) {
      try round.readRows(of: path, plan, format, header: { try body(nil, $0) }, give)
    } else {
      try round.readLines(of: path, plan, give)
    }
    return count
  }
}

extension LoadRound {
  fileprivate func readLines(
    of path: String, _ plan: RecordPlan, _ body: (ManagedObject?, ValidationReport) throws -> Void
  ) throws {
    var lines = try JSONLines(path: path)
    while let text = try lines.next() {
      state.texts.replaceAll(by: text, .lines)
      var cursor = JSONCursor(linesOf: text, depthLimit: state.options.depthLimit)
      while cursor.nextLine() {
        var object: ManagedObject?
        do throws(JSONSyntaxError) {
          object = try reader.readRecord(&cursor, plan).flatMap(state.objects.object)
          try cursor.finish()
        } catch {
          state.failures.add(error, text: 0)
        }
        try body(object, reportAndForget())
      }
    }
  }

  /// - Parameter header: Receives the failures of the header row.
  fileprivate func readRows(
    of path: String, _ plan: RecordPlan, _ format: CSVFormat,
    header: (ValidationReport) throws -> Void,
    _ body: (ManagedObject?, ValidationReport) throws -> Void
  ) throws {
    var chunks = try CSVChunks(path: path, encoding: format.encoding)
    var rows: RowReader?
    while let text = try chunks.next() {
      if rows == nil {
        guard let found = CSVHeader(text, format, isLast: chunks.isLast) else {
          try chunks.keep(text, from: text.origin.offset)
          continue
        }
        state.texts.replaceAll(by: text, .csv(format), found)
        let made = RowReader(reader, plan, found, format)
        let isReadable = made.begin()
        let report = reportAndForget()
        if !report.isEmpty { try header(report) }
        if !isReadable { return }
        rows = made
      }
      guard let rows else { return }
      state.texts.replaceAll(by: text, .csv(format), rows.header)
      var cursor = rows.header.rows(of: text)
      while cursor.nextRow(isLast: chunks.isLast) {
        let object = rows.read(&cursor).flatMap(state.objects.object)
        try body(object, reportAndForget())
      }
      try chunks.keep(text, from: cursor.nextOffset)
    }
  }

  /// Validates the last record and forgets it.
  private func reportAndForget() -> ValidationReport {
    // References are not followed: only their existence is known.
    for link in reader.links.links {
      let member = link.member.takeUnretainedValue()
      state.failures.reject(member.name, of: link.owner)
      guard let inverse = member.relationship?.inverse else { continue }
      for end in reader.links.ends[link.ends] {
        if case .record(let nested) = end.target { state.failures.reject(inverse, of: nested) }
      }
    }
    if state.options.validates { RecordValidator(state).validate() }
    let report =
      state.failures.list.isEmpty && state.failures.surplus == nil
      ? ValidationReport() : report()
    reader.links.removeAll()
    state.failures.removeAll()
    state.objects.forgetAll()
    return report
  }
}
