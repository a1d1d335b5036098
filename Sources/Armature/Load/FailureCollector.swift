import ArmatureModel

/// Collects the first failures of a load by position in the texts, up to a limit; others are only counted.
final class FailureCollector {
  private let model: ManagedObjectModel
  private let limit: Int
  // Unchecked: no access spans a call that could start another one. The checks took a thirtieth of a load.
  @exclusivity(unchecked) private var found: [LocatedFailure] = []
  /// The position after which failures are only counted; `nil` below the limit.
  private var bound: LoadPlace?
  private var rest: Surplus?
  /// The properties with rejected data, by record. Rules about these properties are skipped.
  private(set) var refused: [Int: Set<String>] = [:]
  private(set) var hasSyntaxError = false
  /// True if some records of a text are unknown because its syntax is invalid.
  private(set) var hasBrokenDocument = false

  /// A summary of the failures beyond the limit.
  struct Surplus {
    fileprivate(set) var count = 0
    fileprivate(set) var severity = ValidationRule.Severity.warning
    /// True if none of them is a syntax error.
    fileprivate(set) var isReadable = true
    fileprivate(set) var rejected: RejectedRecords
    /// The position of the first of them.
    fileprivate(set) var place: LoadPlace
  }

  init(_ model: ManagedObjectModel, limit: Int) {
    self.model = model
    self.limit = max(0, limit)
  }

  /// The collected failures.
  var list: [LocatedFailure] {
    countSurplus()
    return found
  }

  /// The failures beyond the limit.
  var surplus: Surplus? {
    countSurplus()
    return rest
  }

  /// The number of all failures.
  private(set) var count = 0

  /// True if any failure is an error.
  var hasErrors: Bool {
    rest?.severity == .error || found.contains { $0.failure.severity == .error }
  }

  /// True if the number of failures exceeds the limit.
  var isFull: Bool { bound != nil }

  /// Returns whether a failure at a position would be collected, as far as is known.
  func keeps(_ place: LoadPlace) -> Bool { bound.map { place < $0 } ?? true }

  func add(_ located: LocatedFailure) {
    count += 1
    guard keeps(located.place) else { return countOnly(located) }
    found.append(located)
    // Cut only at twice the limit: sorting for each failure would cost too much.
    if found.count / 2 >= max(limit, 1) { countSurplus() }
  }

  /// Keeps the first failures by position and counts the others.
  private func countSurplus() {
    for located in cut() { countOnly(located) }
  }

  /// Removes and returns the failures beyond the limit.
  private func cut() -> [LocatedFailure] {
    guard found.count > limit else { return [] }
    let order = found.indices.sorted { (found[$0].place, $0) < (found[$1].place, $1) }
    let surplus = order[limit...].map { found[$0] }
    bound = surplus[0].place
    found = order[..<limit].sorted().map { found[$0] }
    return surplus
  }

  private func countOnly(_ located: LocatedFailure) {
    if rest == nil {
      rest = Surplus(rejected: RejectedRecords(model), place: located.place)
    }
    // In place: a copy would copy all records so far.
    rest?.count += 1
    if let first = rest?.place, located.place < first { rest?.place = located.place }
    if case .syntax = located.failure.kind { rest?.isReadable = false }
    if located.failure.severity == .error {
      rest?.severity = .error
      rest?.rejected.add(located)
    }
  }

  /// Adds a failure in the data of a record. An error also rejects the property.
  func add(
    _ kind: ValidationFailure.Kind, entity: String, record: Int? = nil,
    object: ManagedObject? = nil, keyPath: [String] = [],
    severity: ValidationRule.Severity = .error, value: AttributeValue = .null, at place: LoadPlace
  ) {
    // An unknown key is not a property, even if a property has that name.
    if let record, let first = keyPath.first, severity == .error, !kind.isUnknownKey {
      reject(PathElement(first).name, of: record)
    }
    add(
      LocatedFailure(
        failure: ValidationFailure(
          entity: entity, objectID: object?.objectID, keyPath: keyPath, kind, severity: severity,
          value: value), record: record, place: place))
  }

  /// Adds a syntax error.
  ///
  /// - Parameter isDocument: True if the rest of the text is lost as well.
  func add(_ error: JSONSyntaxError, text: Int, isDocument: Bool = false) {
    add(error.message, at: LoadPlace(text: text, offset: error.offset), isDocument: isDocument)
  }

  /// Adds the error of a row, or of a table.
  func add(_ error: CSVSyntaxError, text: Int, isDocument: Bool = false) {
    add(
      error.message, at: LoadPlace(text: text, offset: error.offset),
      isDocument: isDocument || error.losesRows)
  }

  /// Adds the failure of a column with the key of another one, which makes the records unknown.
  func addRepeatedColumn(_ key: String, entity: String, at place: LoadPlace) {
    hasBrokenDocument = true
    add(.duplicateKey, entity: entity, keyPath: [key.shortenedName], at: place)
  }

  private func add(_ message: String, at place: LoadPlace, isDocument: Bool) {
    hasSyntaxError = true
    if isDocument { hasBrokenDocument = true }
    add(.syntax(message), entity: "", at: place)
  }

  func reject(_ property: String, of record: Int) {
    refused[record, default: []].insert(property)
  }

  func removeAll(where isRemoved: (LocatedFailure) -> Bool) {
    countSurplus()
    found.removeAll(where: isRemoved)
  }

  /// Changes the collected failures.
  func update(_ change: (inout ValidationFailure) -> Void) {
    for index in found.indices { change(&found[index].failure) }
  }

  /// Adds failures of earlier rounds.
  ///
  /// - Parameter surplus: The surplus of the first of these rounds that had one. It includes most failures beyond the
  ///   present limit.
  func append(_ earlier: [LocatedFailure], surplus: Surplus?) {
    countSurplus()
    found += earlier
    guard var surplus else { return }
    if let first = cut().first?.place, first < surplus.place { surplus.place = first }
    rest = surplus
  }

  /// Forgets everything.
  func removeAll() {
    found.removeAll(keepingCapacity: true)
    count = 0
    bound = nil
    refused.removeAll(keepingCapacity: true)
    rest = nil
    hasSyntaxError = false
    hasBrokenDocument = false
  }
}

extension ValidationFailure.Kind {
  fileprivate var isUnknownKey: Bool {
    if case .unknownKey = self { true } else { false }
  }
}
