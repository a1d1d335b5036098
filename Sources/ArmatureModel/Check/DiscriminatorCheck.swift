/// Checks that each discriminator tells the entities of its hierarchy apart.
enum DiscriminatorCheck {
  static func check(
    _ position: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    let entity = draft.declarations[position]
    func reject(_ sentence: String) {
      findings.error(.invalidDiscriminator, at: place, sentence)
    }
    let ancestor = draft.lineages[position].parent.flatMap { declarer(of: $0, in: draft) }
    if let key = entity.discriminator {
      if key.isEmpty { reject(" must have a discriminator with at least one character.") }
      if let ancestor {
        reject(
          " has the discriminator \(key.quotedForMessage), but inherits one from"
            + " \(draft.declarations[ancestor].name.inMessage). Remove one of them.")
      }
    }
    guard let declarer = entity.discriminator == nil ? ancestor : position,
      let key = draft.declarations[declarer].discriminator
    else {
      if entity.discriminatorValue != nil {
        reject(
          " has a value of a discriminator, but no key. Declare it in the parent with discriminator(_:)."
        )
      }
      return
    }
    for property in draft.entities[position].properties where property.key == key {
      if case .fetched = property { continue }
      reject(
        ".\(property.name) has the key \(key.quotedForMessage), which is the discriminator. Remove the property."
      )
    }
    if let value = entity.discriminatorValue, !value.isPossibleDiscriminator {
      reject(
        " must have a text, a number or a Boolean as the value of its discriminator, but has \(value)."
      )
    }
    if entity.isAbstract { return }
    let value = entity.valueOfDiscriminator
    let other = draft.declarations.indices.prefix(position).first { other in
      !draft.declarations[other].isAbstract && draft.isKind(other, of: declarer)
        && draft.declarations[other].valueOfDiscriminator == value
    }
    if let other {
      reject(
        " must have a value of its own in \(key.quotedForMessage), but \(draft.declarations[other].name.inMessage) has"
          + " \(value), too. Declare another with discriminator(value:).")
    }
  }

  /// Returns the entity that declares the discriminator of an entity: itself, or the nearest ancestor.
  private static func declarer(of entity: Int, in draft: ModelDraft) -> Int? {
    var current: Int? = entity
    while let position = current {
      if draft.declarations[position].discriminator != nil { return position }
      current = draft.lineages[position].parent
    }
    return nil
  }
}

extension JSONValue {
  fileprivate var isPossibleDiscriminator: Bool {
    switch self {
    case .string, .number, .bool: true
    default: false
    }
  }
}
