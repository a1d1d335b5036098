extension ManagedObjectModel {
  /// What tells this version of the model from others, for stores.
  ///
  /// It depends on the names and fingerprints of the entities and on nothing else: not on the order
  /// of declarations, the name of the model, or where it was declared. What is hashed is the count
  /// of entities, and the name and the fingerprint of each; ``fingerprints`` says how.
  ///
  /// - Complexity: O(*n*) in the size of the model; keep the result where it is needed often.
  public var fingerprint: ModelFingerprint {
    var hasher = FingerprintHasher()
    let entities = fingerprints.sorted { $0.key.precedesInUTF8($1.key) }
    hasher.add(entities.count)
    for (name, fingerprint) in entities {
      hasher.add(name)
      hasher.add(fingerprint)
    }
    return hasher.fingerprint
  }

  /// The fingerprint of each entity, by name.
  ///
  /// It changes with what decides how a store keeps objects, which is as in Core Data:
  ///
  /// | of | ingredients |
  /// |---|---|
  /// | an entity | name, parent's fingerprint, whether it is abstract, uniqueness, modifier |
  /// | an attribute | name, stored type, whether optional, transient, derived, external; modifier |
  /// | a relationship | name, arity, destination, inverse, counts, optional, transient, modifier |
  ///
  /// It does not change with defaults, rules, delete rules, indexes, fetched properties, JSON keys,
  /// classes, configurations, user info and earlier names. The type of an enumeration or of a
  /// transformable is the one that is kept, so a new case changes nothing, and neither does one that is gone: stores
  /// on file look after these by themselves.
  ///
  /// The bytes that are hashed, each number as eight bytes with the least significant first, each
  /// text as its count and its bytes in UTF-8, each flag as a byte, and everything that may be
  /// absent after a flag:
  /// - of an entity `E`, the name, whether it is abstract, the modifier, the parent's fingerprint
  ///   (sixteen bytes, the most significant first), the count of its own properties and each of
  ///   them in the order of names, the count of its own uniqueness constraints and each of them, as
  ///   the count and the names of its properties, in order;
  /// - of an attribute `A`, the name, the flags optional, transient and derived, the modifier, and
  ///   the type as a number, for a composite with the count of elements and each of them in the
  ///   order of names, as an attribute; behind the type an `X`, if it is stored externally;
  /// - of a relationship `R`, the name, the flags optional and transient, the modifier, 1 for
  ///   to-one, 2 for to-many or 3 for ordered, the destination, the inverse, and both counts.
  ///
  /// The number of a type is Core Data's, from 100 for integers of 16 bits to 1200 for URLs, 2100
  /// for composites, and 910 for dates with a zone. Names are in the order of their UTF-8 bytes.
  ///
  /// - Complexity: O(*n*) in the size of the model; keep the result where it is needed often.
  public var fingerprints: [String: ModelFingerprint] {
    var fingerprints: [String: ModelFingerprint] = [:]
    fingerprints.reserveCapacity(entities.count)
    for entity in entities {
      // A model has no cycles of parents, so this ends at an ancestor that is known, or the root.
      var pending = [entity]
      while let last = pending.last {
        if fingerprints[last.name] != nil {
          pending.removeLast()
        } else if let parent = last.parent, fingerprints[parent] == nil, let next = self[parent] {
          pending.append(next)
        } else {
          let parent = last.parent.flatMap { fingerprints[$0] }
          let inherited = last.parent.flatMap { self[$0]?.uniquenessConstraints.count } ?? 0
          fingerprints[last.name] = last.fingerprint(
            parent: parent, uniqueness: last.uniquenessConstraints.dropFirst(inherited))
          pending.removeLast()
        }
      }
    }
    return fingerprints
  }
}

extension EntityDescription {
  fileprivate func fingerprint(
    parent: ModelFingerprint?, uniqueness: some Sequence<UniquenessConstraint>
  ) -> ModelFingerprint {
    var hasher = FingerprintHasher()
    hasher.add(UInt8(ascii: "E"))
    hasher.add(name)
    hasher.add(isAbstract)
    hasher.add(versionHashModifier)
    hasher.add(parent)
    let properties = ownProperties.indices
      .filter { ownProperties[$0].isFingerprinted }
      .sorted { ownProperties[$0].name.precedesInUTF8(ownProperties[$1].name) }
    hasher.add(properties.count)
    for index in properties { ownProperties[index].feed(&hasher) }
    let constraints = Set(uniqueness.map { $0.properties.sorted { $0.precedesInUTF8($1) } })
      .sorted { $0.lexicographicallyPrecedes($1) { $0.precedesInUTF8($1) } }
    hasher.add(constraints.count)
    for constraint in constraints {
      hasher.add(constraint.count)
      for name in constraint { hasher.add(name) }
    }
    return hasher.fingerprint
  }
}

extension PropertyDescription {
  /// Whether stores know of the property; a fetched one is only a query.
  fileprivate var isFingerprinted: Bool {
    if case .fetched = self { false } else { true }
  }

  fileprivate func feed(_ hasher: inout FingerprintHasher) {
    switch self {
    case .attribute(let attribute): attribute.feed(&hasher)
    case .relationship(let relationship): relationship.feed(&hasher)
    case .fetched: break
    }
  }
}

extension AttributeDescription {
  fileprivate func feed(_ hasher: inout FingerprintHasher) {
    hasher.add(UInt8(ascii: "A"))
    hasher.add(name)
    hasher.add(isOptional)
    hasher.add(isTransient)
    hasher.add(derivation != nil)
    hasher.add(versionHashModifier)
    let storage = type.storage
    hasher.add(TypeFacts(storage).fingerprintNumber)
    if case .list(let element) = storage { hasher.add(TypeFacts(element).fingerprintNumber) }
    // Only where it is said: the others keep the fingerprint that they had before anybody could.
    if allowsExternalBinaryDataStorage { hasher.add(UInt8(ascii: "X")) }
    guard case .composite(let elements) = storage else { return }
    hasher.add(elements.count)
    for element in elements.sorted(by: { $0.name.precedesInUTF8($1.name) }) {
      element.feed(&hasher)
    }
  }
}

extension RelationshipDescription {
  fileprivate func feed(_ hasher: inout FingerprintHasher) {
    hasher.add(UInt8(ascii: "R"))
    hasher.add(name)
    hasher.add(isOptional)
    hasher.add(isTransient)
    hasher.add(versionHashModifier)
    hasher.add(arity.fingerprintNumber)
    hasher.add(destination)
    hasher.add(inverse)
    hasher.add(minimumCount)
    hasher.add(maximumCount)
  }
}

extension RelationshipDescription.Arity {
  fileprivate var fingerprintNumber: Int {
    switch self {
    case .toOne: 1
    case .toMany: 2
    case .ordered: 3
    }
  }
}

extension String {
  /// Whether the UTF-8 bytes come first: an order that no locale and no Unicode version changes.
  func precedesInUTF8(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
