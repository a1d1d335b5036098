public import ArmatureModel

/// Untrusted values on their way into an object: cast, looked at, then applied or dropped.
///
/// ```swift
/// let changes = Changeset(
///   book, casting: #"{"title": "Dune", "pages": 412}"#, allowing: ["title", "pages"])
/// if changes.isValid { try changes.apply() } else { print(changes.report) }
/// ```
/// Nothing reaches the object before ``apply()``. Dropping the changeset discards it. A snapshot comes
/// to an object in the same way, ``init(_:applying:)``.
public struct Changeset {
  /// The object that the values are for.
  public let object: ManagedObject
  /// The values that could be cast, by property; absent ones are `null`, objects stand as their IDs.
  public internal(set) var pending: [String: AttributeValue] = [:]
  /// The identities that were given for relationships, by property.
  var identities: [String: AttributeValue] = [:]
  /// What is wrong: with the values themselves, and with the object as it would be.
  public private(set) var report = ValidationReport()

  /// Casts values that come with a type, such as those of a form.
  ///
  /// An allowed name that the entity lacks is a programmer error and traps.
  ///
  /// Values convert where nothing is lost: 3.0 to the integer 3. Text is read as a date, a number, a
  /// UUID and so on, as loading in lenient mode does. A to-one relationship takes the ID of an object
  /// of the context or its store, or the value that identifies it; a to-many relationship a list of IDs, which
  /// replaces the list that it has.
  ///
  /// A value stands under the name of its property, or under the key that loading reads.
  public init(
    _ object: ManagedObject, casting values: [String: AttributeValue], allowing allowed: [String],
    keys strategy: KeyStrategy = .propertyNames, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.object = object
    let keys = CastKeys(object, strategy, allowed, takesNames: true, file: file, line: line)
    var failures = CastFailures(object)
    failures.add(strategy.failures(in: object.runtime.entity))
    var seen: Set<String> = []
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let property = failures.property(key, keys) else { continue }
      if seen.insert(property.name).inserted {
        cast(value, property, &failures)
      } else {
        failures.add(.duplicateKey, [property.name])
      }
    }
    finish(failures.located())
  }

  /// Takes those values of a snapshot, even of another context, that differ from the object's.
  ///
  /// Links lead to the objects of the same IDs. Derived attributes are left out; a name that the entity
  /// lacks is a failure.
  public init(_ object: ManagedObject, applying snapshot: ObjectSnapshot) {
    let properties = object.runtime.properties.filter {
      $0.description.asAttribute?.derivation == nil
    }
    var values = snapshot.values
    for property in object.runtime.properties {
      guard let value = values[property.name] else { continue }
      if property.description.asAttribute?.derivation != nil
        || object.isSame(object.valueOfIDs(property.place), value, property)
      {
        values[property.name] = nil
      }
    }
    self.init(object, casting: values, allowing: properties.map(\.name))
  }

  /// Casts the members of a JSON object.
  ///
  /// Keys are those that loading reads: the key that a property declares, or else the one that the
  /// strategy makes of its name. The list of what is allowed has the names of properties.
  public init(
    _ object: ManagedObject, casting json: String, allowing allowed: [String],
    mode: LoadOptions.Mode = .strict, keys strategy: KeyStrategy = .propertyNames,
    name: String = "", file: StaticString = #fileID, line: UInt = #line
  ) {
    self.object = object
    let text = JSONText(json, name: name)
    let keys = CastKeys(object, strategy, allowed, takesNames: false, file: file, line: line)
    var failures = CastFailures(object, text)
    failures.add(strategy.failures(in: object.runtime.entity))
    var cursor = JSONCursor(text)
    do throws(JSONSyntaxError) {
      try read(&cursor, ValueReader(mode), keys, &failures)
      try cursor.finish()
    } catch {
      failures.add(.syntax(error.message), offset: error.offset)
    }
    finish(failures.located())
  }

  /// Whether the values may be applied: there are warnings at most.
  public var isValid: Bool { report.isValid }

  /// Sets the values, all or none.
  ///
  /// Where an identity was given for an object, the link leads to the object that has it now; a save sees to it that
  /// it still does then.
  ///
  /// - Throws: ``ValidationReport`` if the changeset is not valid, or an object that it links to has
  ///   been deleted since, or no object has the identity any more; ``ManagedObjectError`` if the object itself
  ///   has been deleted, or what the store throws. It is unchanged then.
  /// - Complexity: O(*n*) in the number of values, and of members of to-many relationships.
  public func apply() throws {
    guard isValid else { throw report }
    var failures = CastFailures(object)
    let found = try findEnds(&failures)
    guard object.isThere else { throw object.notThere }
    let values = pending.merging(found.ids) { $1 }.sorted { $0.key < $1.key }
    for (name, value) in values where identities[name] == nil || found.ids[name] != nil {
      if let property = object.entity.property(named: name) {
        failures.validateLinks(value, property, offset: nil)
      }
    }
    let broken = failures.located()
    guard broken.isEmpty else { throw ValidationReport(broken) }
    let history = object.graph.map(UndoHistory.init)
    history?.openStep()
    defer { history?.closeStep() }
    for (key, value) in values { try object.setValue(value, forKey: key) }
    object.graph?.decisions.add(found.decisions, token: found.token)
  }

  /// Adds the failures of the rules over several properties, evaluated on the object with the new values.
  private mutating func finish(_ failures: [ValidationFailure]) {
    report = ValidationReport(failures)
    let refused = Set(failures.filter { $0.severity == .error }.compactMap(\.property))
    for failure in object.failures(with: pending, excluding: refused) {
      if let property = failure.property {
        // Failures of other properties were there before, and the cast has checked the rules of single attributes.
        guard pending[property] != nil,
          object.entity.property(named: property)?.asRelationship != nil
        else { continue }
      }
      report.append(failure)
    }
  }
}

extension ManagedObject {
  /// The failures of the object with other values, which it has only while its rules are evaluated.
  ///
  /// - Parameter values: Values that the properties can hold; IDs of objects that are there.
  fileprivate final func failures(
    with values: [String: AttributeValue], excluding refused: Set<String>
  ) -> [ValidationFailure] {
    guard isThere, isFilled() else { return [] }
    let graph = graph
    let mark = graph?.mark()
    let former = graph == nil ? FormerValues(self, values.keys) : nil
    for (key, value) in values { try? setValue(value, forKey: key) }
    let failures = ObjectValidator(self).failures(excluding: refused)
    if let graph, let mark { graph.goBack(to: mark) }
    former?.restore(self)
    return failures
  }
}
