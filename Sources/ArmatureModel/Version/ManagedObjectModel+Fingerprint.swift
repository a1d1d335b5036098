extension ManagedObjectModel {
  /// The fingerprint of the model, by which stores recognize the version of the model.
  ///
  /// The fingerprint is a hash of the number of entities, and of the name and the fingerprint of each entity: see
  /// ``fingerprints``. The name of the model, the order of its declarations and their places in the source code do not
  /// affect it.
  ///
  /// - Complexity: O(*n*) in the size of the model. If you need the fingerprint often, keep it.
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

  /// The fingerprints of the entities, by their names.
  ///
  /// A fingerprint changes if you change the entity in a way that affects how stores save its objects. As in Core Data,
  /// it depends on the following facts:
  ///
  /// | of | ingredients |
  /// |---|---|
  /// | an entity | name, parent's fingerprint, whether it is abstract, uniqueness, modifier |
  /// | an attribute | name, stored type, whether optional, transient, derived, external; modifier |
  /// | a relationship | name, arity, destination, inverse, counts, optional, transient, modifier |
  ///
  /// Everything else does not affect the fingerprint, for example defaults, rules, delete rules, indexes, fetched
  /// properties, JSON keys, classes, configurations, user info and earlier names. For an enumeration or a transformable
  /// type, only the stored type counts, so the fingerprint stays the same if you add or remove a case. File stores
  /// detect changed cases themselves.
  ///
  /// The hash is computed from the bytes that are listed below. A number is hashed as eight bytes, with the least
  /// significant byte first. A string is hashed as its count and its UTF-8 bytes. A flag is hashed as one byte. A flag
  /// before each optional value indicates whether the value exists.
  /// - An entity: `E`, the name, the flag abstract, the modifier, and the parent's fingerprint (sixteen bytes, the most
  ///   significant first). These are followed by the number of its own properties and each property in the order of
  ///   names. Then come the number of its own uniqueness constraints and each constraint. A constraint is hashed as the
  ///   number of its properties and their names, in order.
  /// - An attribute: `A`, the name, the flags optional, transient and derived, the modifier, and the type as a number.
  ///   For a composite, the type is followed by the number of elements and each element as an attribute, in the order
  ///   of names. If the attribute is stored externally, the type is followed by `X`.
  /// - A relationship: `R`, the name, the flags optional and transient, the modifier, 1 for to-one, 2 for to-many or 3
  ///   for ordered, the destination, the inverse, and both counts.
  ///
  /// Types have the same numbers as in Core Data, from 100 for integers of 16 bits to 1200 for URLs. A composite has
  /// the number 2100, and a date with a time zone has the number 910. Names are sorted by their UTF-8 bytes.
  ///
  /// - Complexity: O(*n*) in the size of the model. If you need the fingerprints often, keep them.
  public var fingerprints: [String: ModelFingerprint] {
    var fingerprints: [String: ModelFingerprint] = [:]
    fingerprints.reserveCapacity(entities.count)
    for entity in entities {
      // A model has no cycles of parents, so the loop ends at an ancestor with a fingerprint, or at the root.
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
  /// Whether stores save the property. A fetched property is only a query.
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
    // Hashed only if true, so that other attributes keep the fingerprints of earlier versions.
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
  /// Returns whether the UTF-8 bytes of the text come first. This order does not depend on locales or Unicode versions.
  func precedesInUTF8(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
