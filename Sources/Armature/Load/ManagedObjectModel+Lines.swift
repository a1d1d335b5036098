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
    try options.keys.check(self)
    let context = ManagedObjectContext(model: self)
    let session = LoadSession(context, options)
    var lines = try JSONLines(path: path)
    var count = 0
    while let text = try lines.next() {
      session.begin(linesOf: text)
      var cursor = JSONCursor(linesOf: text, depthLimit: options.depthLimit)
      while cursor.nextLine() {
        let (object, report) = session.readLine(&cursor, entityName)
        try body(object, report)
        count += 1
        if count & 0xFFF == 0 { options.progress?(count) }
      }
    }
    return count
  }
}

extension LoadSession {
  /// Reads one line into an object, judges it, and forgets all about it.
  fileprivate func readLine(
    _ cursor: inout JSONCursor, _ entity: String
  ) -> (ManagedObject?, ValidationReport) {
    var object: ManagedObject?
    do throws(JSONSyntaxError) {
      if let plan = plan(named: entity), let position = try readRecord(&cursor, plan, 0) {
        object = self.object(of: records[position])
      }
      try cursor.finish()
    } catch {
      fail(error, text: 0)
    }
    // References are not followed; that one was given is all that is known.
    for link in links {
      refused[ObjectIdentifier(link.owner), default: []].insert(link.member.name)
    }
    if options.validates { validate() }
    let report = failures.isEmpty ? ValidationReport() : locatedReport()
    forgetRecords()
    context.forgetObjects(keepingValues: true)
    return (object, report)
  }
}
