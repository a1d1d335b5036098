/// A mark by which stores recognize a model. It consists of the fingerprint, and of details that affect rows but not
/// the fingerprint.
///
/// There are two such details. The mark contains the cases of enumerations, because old rows may have a case that was
/// removed. It also contains earlier names that other properties have now, because the fingerprint stays the same if
/// two properties swap their names. If a model has no such details, its mark is only the fingerprint.
package struct ModelMark: Hashable, Sendable {
  package let fingerprint: ModelFingerprint
  private let details: ModelFingerprint?

  package init(_ model: ManagedObjectModel) {
    fingerprint = model.fingerprint
    var details = Details()
    for entity in model.entities.sorted(by: { $0.name.precedesInUTF8($1.name) }) {
      details.add(entity, of: model)
    }
    self.details = details.fingerprint
  }
}

extension ModelMark: LosslessStringConvertible {
  /// Both numbers, separated by a hyphen. Without details, this is the fingerprint alone.
  package var description: String { "\(fingerprint)" + (details.map { "-\($0)" } ?? "") }

  package init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { ModelFingerprint(String($0)) }
    guard numbers.count == parts.count, parts.count <= 2 else { return nil }
    fingerprint = numbers[0]
    details = numbers.count > 1 ? numbers[1] : nil
  }
}

// MARK: Rows of another model

extension ModelMark {
  /// The difference between the rows of two models.
  package enum Difference: Int, Comparable {
    /// The rows are valid in both models.
    case nothing
    /// Values may have a removed case.
    case values
    /// The models have different fingerprints.
    case form
    /// The models have the same fingerprint, but names were swapped.
    ///
    /// It is unknown whether the rows use the old names, because a later version may have the same form as the first
    /// one.
    case names

    /// Whether a migration brings the rows into the form of the other model.
    package var isMigrated: Bool { self == .values || self == .form }

    package static func < (left: Difference, right: Difference) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// Returns the difference between rows that were saved with this mark and the rows of a model.
  ///
  /// - Parameter kept: A closure that returns the original model of the rows, if it is known. It is called only if the
  ///   fingerprints are equal and the marks differ.
  package func difference<Failure: Error>(
    to model: ManagedObjectModel, _ kept: () throws(Failure) -> ManagedObjectModel?
  ) throws(Failure) -> Difference {
    let mark = ModelMark(model)
    if self == mark { return .nothing }
    if fingerprint != mark.fingerprint { return .form }
    guard let kept = try kept(), kept.fingerprint == fingerprint else { return .nothing }
    return model.difference(ofRowsOf: kept)
  }
}

extension ManagedObjectModel {
  /// Returns the difference between the rows of another model and the rows of this model. Both models have the same
  /// fingerprint.
  package func difference(ofRowsOf kept: ManagedObjectModel) -> ModelMark.Difference {
    difference(from: kept).changes.reduce(.nothing) { difference, change in
      switch change.fact {
      case _ where change.compatibility == .none: difference
      case .entityRenamed, .propertyRenamed: .names
      case .casesChanged, .typeChanged: max(difference, .values)
      default: difference
      }
    }
  }
}

// MARK: What fingerprints leave out

/// A hasher for the details of a model that fingerprints do not contain. Without such details, it has no fingerprint.
private struct Details {
  private var hasher = FingerprintHasher()
  private var isEmpty = true

  var fingerprint: ModelFingerprint? { isEmpty ? nil : hasher.fingerprint }

  mutating func add(_ entity: EntityDescription, of model: ManagedObjectModel) {
    add(entity.renamingIdentifier, at: [entity.name]) { model[$0] != nil }
    for property in entity.ownProperties.sorted(by: { $0.name.precedesInUTF8($1.name) }) {
      let place = [entity.name, property.name]
      add(property.renamingIdentifier, at: place) { entity.property(named: $0) != nil }
      if let attribute = property.asAttribute { add(attribute.type, at: place) }
    }
  }

  /// Adds an earlier name if it is in use again.
  private mutating func add(_ name: String?, at place: [String], ifUsed isUsed: (String) -> Bool) {
    guard let name, name != place.last, isUsed(name) else { return }
    add(place + [name])
  }

  private mutating func add(_ type: AttributeType, at place: [String]) {
    if let cases = type.cases {
      add(place + cases.map(\.description).sorted { $0.precedesInUTF8($1) })
    }
    switch type.storage {
    case .list(let element): add(element, at: place)
    case .composite(let elements):
      for element in elements.sorted(by: { $0.name.precedesInUTF8($1.name) }) {
        let place = place + [element.name]
        add(element.renamingIdentifier, at: place) { elements.element(named: $0) != nil }
        add(element.type, at: place)
      }
    default: break
    }
  }

  private mutating func add(_ texts: [String]) {
    isEmpty = false
    hasher.add(texts.count)
    for text in texts { hasher.add(text) }
  }
}

/// The version of the package, according to semantic versioning.
package enum LibraryVersion {
  /// The current version.
  package static let current = "0.1.0"
}
