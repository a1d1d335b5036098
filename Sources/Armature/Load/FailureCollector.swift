import ArmatureModel

/// Collects the failures of a load up to a limit: those that stand first in the texts, in whatever order
/// they are found. All others are only counted.
final class FailureCollector {
  private let model: ManagedObjectModel
  private let limit: Int
  // Unchecked: no access spans a call that could make another. The checks took a thirtieth of a load.
  @exclusivity(unchecked) private var found: [LocatedFailure] = []
  /// The place from which on failures are only counted; `nil` while there are few.
  private var bound: LoadPlace?
  private var rest: Surplus?
  /// The properties whose data was refused, by record: no rule speaks of them again.
  private(set) var refused: [Int: Set<String>] = [:]
  private(set) var hasSyntaxError = false
  /// Whether some records of a text are unknown, because its syntax is broken.
  private(set) var hasBrokenDocument = false

  /// What is known of failures that are not kept.
  struct Surplus {
    fileprivate(set) var count = 0
    fileprivate(set) var severity = ValidationRule.Severity.warning
    /// Whether no failure among them is broken syntax.
    fileprivate(set) var isReadable = true
    fileprivate(set) var rejected: RejectedRecords
    /// The place of the first failure among them.
    fileprivate(set) var place: LoadPlace
  }

  init(_ model: ManagedObjectModel, limit: Int) {
    self.model = model
    self.limit = max(0, limit)
  }

  /// The failures that are kept.
  var list: [LocatedFailure] {
    countSurplus()
    return found
  }

  /// The failures beyond the limit.
  var surplus: Surplus? {
    countSurplus()
    return rest
  }

  /// How many failures were added.
  private(set) var count = 0

  /// Whether any of them is an error.
  var hasErrors: Bool {
    rest?.severity == .error || found.contains { $0.failure.severity == .error }
  }

  /// Whether more failures were found than are kept.
  var isFull: Bool { bound != nil }

  /// Whether a failure at a place would be kept, as far as is known by now.
  func keeps(_ place: LoadPlace) -> Bool { bound.map { place < $0 } ?? true }

  func add(_ located: LocatedFailure) {
    count += 1
    guard keeps(located.place) else { return countOnly(located) }
    found.append(located)
    // Cut only at twice the limit: sorting for each failure would cost too much.
    if found.count / 2 >= max(limit, 1) { countSurplus() }
  }

  /// Keeps the failures that stand first in the texts, and counts the others.
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

  /// Adds a failure in the data of a record; an error also refuses the property.
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
  /// - Parameter isDocument: Whether the rest of the text is lost, too.
  func add(_ error: JSONSyntaxError, text: Int, isDocument: Bool = false) {
    add(error.message, at: LoadPlace(text: text, offset: error.offset), isDocument: isDocument)
  }

  /// Adds what is wrong with a row, or with a table.
  func add(_ error: CSVSyntaxError, text: Int, isDocument: Bool = false) {
    add(
      error.message, at: LoadPlace(text: text, offset: error.offset),
      isDocument: isDocument || error.losesRows)
  }

  /// Adds the failure of a column that repeats the key of another, so that the records are not known.
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

  func removeAll(where isRemoved: (LocatedFailure) -> Bool) {
    countSurplus()
    found.removeAll(where: isRemoved)
  }

  /// Changes the failures that are kept.
  func update(_ change: (inout ValidationFailure) -> Void) {
    for index in found.indices { change(&found[index].failure) }
  }

  /// Adds failures of earlier rounds.
  ///
  /// - Parameter surplus: The surplus of the first of these rounds that had one; most failures that are
  ///   beyond the limit now were counted there.
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
