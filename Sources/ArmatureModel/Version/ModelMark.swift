/// What stores note of a model to know it again: its fingerprint, and what that leaves out although rows depend on it.
///
/// These are the cases of enumerations, of which old rows may have one that is gone, and the earlier name of what has
/// taken the name of something else: a swap of two names alone changes no fingerprint. Models without either have a mark that
/// is the fingerprint alone.
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
  /// Both numbers, with a hyphen between them; the fingerprint alone where it tells everything.
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
  /// How rows of one model are no rows of another.
  package enum Difference: Int, Comparable {
    /// They are.
    case nothing
    /// Values may be no cases any more.
    case values
    /// The models have other fingerprints.
    case form
    /// Things have swapped their names, and the models have the same fingerprint. Nobody knows whether rows are by the
    /// names of before: a later version may have them as the first one had.
    case names

    /// Whether a migration brings the rows into the form of the other model.
    package var isMigrated: Bool { self == .values || self == .form }

    package static func < (left: Difference, right: Difference) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// How rows that were saved with this mark are no rows of a model.
  ///
  /// - Parameter kept: The model that they were saved with, if it is known; asked for only where marks alone differ.
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
  /// How rows of a model with the same fingerprint are no rows of this one.
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

/// Hashes what fingerprints leave out, place by place; nothing where there is nothing.
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

  /// An earlier name, if something else has it now.
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
