public import ArmatureModel

extension ManagedObjectModel {
  /// Reads newline-delimited JSON record by record, in memory that does not grow with the file.
  ///
  /// Each record becomes an object that lives as long as the call of the body. References to other
  /// records are not followed, and nothing is compared for uniqueness, since that would need all
  /// records at once; everything else is checked as loading does.
  ///
  /// The body gets the object and everything that is wrong with its record. The object of a line
  /// that is no record at all is `nil`.
  ///
  /// - Returns: The number of records.
  /// - Throws: ``/Armature/FileReadError``, ``/Armature/ManagedObjectError`` for an unknown entity,
  ///   and what the body throws.
  @discardableResult public func forEachLine(
    of path: String, as entityName: String, options: LoadOptions = LoadOptions(),
    _ body: (ManagedObject?, ValidationReport) throws -> Void
  ) throws -> Int {
    guard self[entityName] != nil else {
      throw ManagedObjectError.unknownEntity(
        name: entityName, suggestion: nearMiss(entityName, in: entities.map(\.name)))
    }
    try options.check(self)
    let texts = LoadTexts()
    var options = options
    // Nothing is left to update: each line is forgotten before the next.
    options.onDuplicate = .fail
    let round = LoadRound(ManagedObjectContext(model: self), options, texts)
    var lines = try JSONLines(path: path)
    var count = 0
    while let text = try lines.next() {
      texts.replaceAll(byLinesOf: text)
      var cursor = JSONCursor(linesOf: text, depthLimit: options.depthLimit)
      while cursor.nextLine() {
        let (object, report) = round.readLine(&cursor, entityName)
        try body(object, report)
        count += 1
        if count & 0xFFF == 0 { options.progress?(count) }
      }
    }
    return count
  }
}

extension LoadRound {
  /// Reads one line into an object, validates it, and forgets all about it.
  fileprivate func readLine(
    _ cursor: inout JSONCursor, _ entity: String
  ) -> (ManagedObject?, ValidationReport) {
    var object: ManagedObject?
    do throws(JSONSyntaxError) {
      if let plan = state.plans[entity], let record = try reader.readRecord(&cursor, plan) {
        object = state.objects.object(at: record)
      }
      try cursor.finish()
    } catch {
      state.failures.add(error, text: 0)
    }
    // References are not followed: all that is known is whether there is one.
    for link in reader.links.links {
      state.failures.refuse(link.member.takeUnretainedValue().name, of: link.owner)
    }
    if state.options.validates { RecordValidator(state).validate() }
    let report =
      state.failures.list.isEmpty && state.failures.surplus == nil
      ? ValidationReport() : report()
    reader.links.removeAll()
    state.failures.removeAll()
    state.objects.forgetAll()
    return (object, report)
  }
}
