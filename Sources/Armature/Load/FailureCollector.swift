import ArmatureModel

/// Collects what is wrong with the data of a load, up to a limit; beyond it, only counts.
final class FailureCollector {
  private let model: ManagedObjectModel
  private let limit: Int
  // Unchecked: no access spans a call that could make another. The checks took a thirtieth of a load.
  @exclusivity(unchecked) private(set) var list: [LocatedFailure] = []
  /// The failures beyond the limit.
  private(set) var surplus: Surplus?
  /// The properties whose data was refused, by record: no rule speaks of them again.
  private(set) var refused: [Int: Set<String>] = [:]
  private(set) var hasSyntaxError = false
  /// Whether the records of a text are not all known, because its syntax is broken.
  private(set) var hasBrokenDocument = false

  /// What is known of failures that are not kept.
  struct Surplus {
    fileprivate(set) var count = 0
    fileprivate(set) var severity = ValidationRule.Severity.warning
    fileprivate(set) var rejected: RejectedRecords
    /// The place of the first.
    let place: LoadPlace
  }

  init(_ model: ManagedObjectModel, limit: Int) {
    self.model = model
    self.limit = limit
  }

  /// How many failures are kept.
  var count: Int { list.count }

  /// Whether as many failures are kept as may be.
  var isFull: Bool { list.count >= limit }

  func add(_ located: LocatedFailure) {
    if !isFull { return list.append(located) }
    if surplus == nil {
      surplus = Surplus(rejected: RejectedRecords(model), place: located.place)
    }
    // In place: a copy would copy all records so far.
    surplus?.count += 1
    if located.failure.severity == .error {
      surplus?.severity = .error
      surplus?.rejected.add(located)
    }
  }

  /// Adds a failure of the data of a record, whose property is refused by an error.
  func add(
    _ kind: ValidationFailure.Kind, entity: String, record: Int? = nil,
    object: ManagedObject? = nil, keyPath: [String] = [],
    severity: ValidationRule.Severity = .error, value: AttributeValue = .null, at place: LoadPlace
  ) {
    // An unknown key is no property, even where a property is called like that.
    if let record, let property = keyPath.first, severity == .error, !kind.isUnknownKey {
      refuse(property, of: record)
    }
    add(
      LocatedFailure(
        failure: ValidationFailure(
          entity: entity, objectID: object?.objectID, keyPath: keyPath, kind, severity: severity,
          value: value), record: record, place: place))
  }

  /// Adds broken syntax.
  ///
  /// - Parameter isDocument: Whether what stands behind it is lost, too.
  func add(_ error: JSONSyntaxError, text: Int, isDocument: Bool = false) {
    add(error.message, at: LoadPlace(text: text, offset: error.offset), isDocument: isDocument)
  }

  /// Adds what is wrong with a row, or with a table.
  func add(_ error: CSVSyntaxError, text: Int, isDocument: Bool = false) {
    add(
      error.message, at: LoadPlace(text: text, offset: error.offset),
      isDocument: isDocument || error.losesRows)
  }

  /// Adds a column with the key of another, so that nobody knows what the records have.
  func addRepeatedColumn(_ key: String, entity: String, at place: LoadPlace) {
    hasBrokenDocument = true
    add(.duplicateKey, entity: entity, keyPath: [key.shortenedName], at: place)
  }

  private func add(_ message: String, at place: LoadPlace, isDocument: Bool) {
    hasSyntaxError = true
    if isDocument { hasBrokenDocument = true }
    add(.syntax(message), entity: "", at: place)
  }

  func refuse(_ property: String, of record: Int) {
    refused[record, default: []].insert(property)
  }

  func removeAll(where isRemoved: (LocatedFailure) -> Bool) { list.removeAll(where: isRemoved) }

  /// Changes the failures that are kept.
  func update(_ change: (inout ValidationFailure) -> Void) {
    for index in list.indices { change(&list[index].failure) }
  }

  /// Adds failures of earlier rounds, whatever the limit is.
  ///
  /// - Parameter surplus: What was only counted then; most of it comes again in later rounds.
  func append(_ earlier: [LocatedFailure], surplus earlierSurplus: Surplus?) {
    list += earlier
    surplus = earlierSurplus ?? surplus
  }

  /// Forgets everything.
  func removeAll() {
    list.removeAll(keepingCapacity: true)
    refused.removeAll(keepingCapacity: true)
    surplus = nil
    hasSyntaxError = false
    hasBrokenDocument = false
  }
}

extension ValidationFailure.Kind {
  fileprivate var isUnknownKey: Bool {
    if case .unknownKey = self { true } else { false }
  }
}
