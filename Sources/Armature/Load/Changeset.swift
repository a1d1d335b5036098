public import ArmatureModel

/// Untrusted values for an object, which are converted and validated before they are applied or discarded.
///
/// ```swift
/// let changes = Changeset(
///   book, casting: #"{"title": "Dune", "pages": 412}"#, allowing: ["title", "pages"])
/// if changes.isValid { try changes.apply() } else { print(changes.report) }
/// ```
/// Use a changeset for input from forms and requests: the object stays unchanged until ``apply()``. To discard the
/// values, discard the changeset. The values of a snapshot are applied in the same way: ``init(_:applying:)``.
public struct Changeset {
  /// The object for the values.
  public let object: ManagedObject
  /// The converted values, by property. Missing values are `null`, and objects appear as their IDs.
  public internal(set) var pending: [String: AttributeValue] = [:]
  /// The identities given for relationships, by property.
  var identities: [String: AttributeValue] = [:]
  /// The failures of the values, and of the object with these values.
  public private(set) var report = ValidationReport()

  /// Converts typed values, for example from a form.
  ///
  /// An allowed name that the entity lacks is a programmer error and traps.
  ///
  /// Values are converted if nothing is lost: 3.0 to the integer 3. Strings are read as dates, numbers, UUIDs and
  /// other types, as in lenient mode. A to-one relationship accepts the ID of an object of the context or its store,
  /// or an identifying value. A to-many relationship accepts a list of IDs, which replaces its members.
  ///
  /// Each value has the name of its property as the key, or the key used by loading.
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

  /// Takes the values of a snapshot that differ from the object's values. The snapshot may be from another context.
  ///
  /// Links lead to the objects with the same IDs. Derived attributes are left out; an unknown name is a failure.
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
  /// The keys are the same as for loading: the declared key of a property, or the key that the strategy derives from
  /// its name. The list of allowed properties contains names.
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

  /// A Boolean value that indicates whether the values can be applied; warnings are allowed.
  public var isValid: Bool { report.isValid }

  /// Sets the values, all or none.
  ///
  /// If a link was given by an identity, it leads to the object that has the identity now. A save checks this again.
  ///
  /// - Throws: ``ValidationReport`` if the changeset is invalid, a linked object has been deleted since, or no object
  ///   has the identity any more; ``ManagedObjectError`` if the object itself has been deleted; or the store's error.
  ///   The object is unchanged then.
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
