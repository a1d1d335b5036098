public import ArmatureModel

/// A set of untrusted values for an object, which you check before you apply them.
///
/// Use a changeset for input from forms and web requests:
///
/// ```swift
/// let changes = Changeset(
///   book, casting: #"{"title": "Dune", "pages": 412}"#, allowing: ["title", "pages"])
/// if changes.isValid { try changes.apply() } else { print(changes.report) }
/// ```
/// When you create a changeset, the values are converted and validated, but the object does not change yet. It changes
/// when you call ``apply()``. If you don't want to use the values, discard the changeset.
///
/// You can also apply the values of a snapshot in this way: see ``init(_:applying:)``.
public struct Changeset {
  /// The object that gets the values.
  public let object: ManagedObject
  /// The converted values, keyed by the name of the property.
  ///
  /// The value `null` clears the property. Objects appear as their IDs.
  public internal(set) var pending: [String: AttributeValue] = [:]
  /// The identities given for relationships, by property.
  var identities: [String: AttributeValue] = [:]
  /// The failures of the values, and of the object as it would be with these values.
  public private(set) var report = ValidationReport()

  /// Creates a changeset from typed values, for example the values of a form.
  ///
  /// The key of a value is the name of its property, or the key that the property has in JSON. If the values contain a
  /// property that you do not allow, the changeset reports a failure. If you allow a name that is not a property of the
  /// entity, the initializer traps, because this is a programming error.
  ///
  /// Each value is converted to the type of its property, provided that nothing is lost. For example, the number 3.0
  /// becomes the integer 3. A string can be converted to a date, a number or a UUID, as in the
  /// ``LoadOptions/Mode/lenient`` mode.
  ///
  /// For a to-one relationship, pass the ID or the identifying value of the related object. For a to-many relationship,
  /// pass a list of IDs, which replaces all current members.
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

  /// Creates a changeset from the values of a snapshot that differ from the object's values. The snapshot may come from
  /// another context.
  ///
  /// Links lead to the objects with the same IDs. Derived attributes are left out. An unknown name is a failure.
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

  /// Converts the members of a JSON object.
  ///
  /// The keys are the same as in a load: the declared key of a property, or the key that the ``KeyStrategy`` derives
  /// from its name. The list of allowed properties contains the names of properties, not their keys.
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

  /// A Boolean value that indicates whether the values can be applied. Warnings do not prevent this.
  public var isValid: Bool { report.isValid }

  /// Sets all values of the changeset. If an error is thrown, no value is set.
  ///
  /// For a relationship, the changeset may contain an identifying value of the related object, such as an ISBN. In this
  /// case, the object with this value is looked up again, because it may have changed since you created the changeset.
  /// The next save checks the value once more.
  ///
  /// - Throws: One of these errors. In this case, the object is unchanged.
  ///   - ``ValidationReport`` if the changeset is invalid, or if a linked object no longer exists.
  ///   - ``ManagedObjectError`` if the object itself has been deleted.
  ///   - Any error of the store.
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

  /// Adds the failures of rules over several properties, evaluated on the object with the new values.
  private mutating func finish(_ failures: [ValidationFailure]) {
    report = ValidationReport(failures)
    let refused = Set(failures.filter { $0.severity == .error }.compactMap(\.property))
    for failure in object.failures(with: pending, excluding: refused) {
      if let property = failure.property {
        // Failures of other properties existed before, and the conversion has checked the rules of single attributes.
        guard pending[property] != nil,
          object.entity.property(named: property)?.asRelationship != nil
        else { continue }
      }
      report.append(failure)
    }
  }
}

extension ManagedObject {
  /// Returns the failures of the object with other values, which it has only during the evaluation of its rules.
  ///
  /// - Parameter values: Values that the properties can hold; IDs of existing objects.
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
