public import ArmatureModel

extension StoreMigration {
  /// An object on its way to another model, of which a custom step makes other objects.
  ///
  /// ```swift
  /// let steps: [StoreMigration.Step] = [
  ///   .split("Article", from: ["parts"]) { article in
  ///     guard case .list(let names) = article["parts"] else { return article.drop() }
  ///     for name in names {
  ///       let part = try article.make("Part", ["name": name])
  ///       article.link("whole", of: part, to: article.id)
  ///     }
  ///   }
  /// ]
  /// ```
  /// Core Data: `createDestinationInstances(forSource:in:manager:)` of `NSEntityMigrationPolicy`.
  public struct Row {
    /// What the closure wants, in the order in which it was said.
    package enum Edit {
      case make(ManagedObjectID, [String: AttributeValue])
      case link(ManagedObjectID, relationship: String, to: ManagedObjectID)
      case drop
    }

    /// The identity of the object in the new model; of what goes with its entity, that in the old one.
    public let id: ManagedObjectID
    private let values: [String: AttributeValue]
    private let ends: [String: [ManagedObjectID]]
    private let made: MadeObjects
    package private(set) var edits: [Edit] = []

    package init(
      _ id: ManagedObjectID, values: [String: AttributeValue], ends: [String: [ManagedObjectID]],
      made: MadeObjects
    ) {
      (self.id, self.values, self.ends, self.made) = (id, values, ends, made)
    }

    /// The value that an attribute had, by its old name; `null` for none, and for what the step does not read.
    public subscript(_ attribute: String) -> AttributeValue { values[attribute] ?? .null }

    /// The objects that a relationship led to, by its old name, in their order, or that of their keys.
    ///
    /// Those whose entity is gone are left out, and so is everything that the step does not read.
    public func links(_ relationship: String) -> [ManagedObjectID] { ends[relationship] ?? [] }

    /// Makes an object.
    ///
    /// - Parameters:
    ///   - entity: Its entity, by the name in the new model.
    ///   - values: The values of its attributes; the others get their defaults.
    /// - Returns: Its identity, which is final: other objects may be linked to it later, in this migration. One that
    ///   fails takes its objects with it, and nothing else ever gets their identities.
    /// - Throws: An error of the store, if there are no keys left.
    public mutating func make(
      _ entity: String, _ values: [String: AttributeValue] = [:]
    ) throws -> ManagedObjectID {
      let id = try made.newID(of: entity)
      edits.append(.make(id, values))
      return id
    }

    /// Makes an object for the first row that has a value, and gives the same one to all others that have it.
    ///
    /// ```swift
    /// let step = StoreMigration.Step.split("Article", from: ["maker"]) { article in
    ///   let maker = try article.make("Maker", ["name": article["maker"]], oncePer: article["maker"])
    ///   article.link("producer", to: maker)
    /// }
    /// ```
    /// What was made is forgotten when the migration is over, so it can be tried again.
    ///
    /// - Parameters:
    ///   - entity: Its entity, by the name in the new model.
    ///   - values: The values of its attributes, when it is made; those of later rows do not count.
    ///   - value: What the rows have in common that share it; several values as a list.
    /// - Returns: Its identity.
    /// - Throws: An error of the store, if there are no keys left.
    /// - Complexity: O(1); each different value stays in memory until the migration is over.
    public mutating func make(
      _ entity: String, _ values: [String: AttributeValue] = [:], oncePer value: AttributeValue
    ) throws -> ManagedObjectID {
      if let known = made.id(of: entity, for: value) { return known }
      let id = try make(entity, values)
      made.keep(id, for: value)
      return id
    }

    /// Leads a relationship of the new model to an object, and its inverse back.
    ///
    /// A to-one relationship leads to nothing else then, a to-many one has another member, at its end if it is ordered.
    /// Both objects must be there: one that was dropped for an earlier row is not.
    ///
    /// - Parameters:
    ///   - relationship: Its name in the new model.
    ///   - object: What has the relationship; the object itself unless it is given.
    ///   - other: What it leads to from then on.
    public mutating func link(
      _ relationship: String, of object: ManagedObjectID? = nil, to other: ManagedObjectID
    ) {
      edits.append(.link(object ?? id, relationship: relationship, to: other))
    }

    /// Drops the object itself, when all that was said of it is done; links to it are cleared.
    public mutating func drop() { edits.append(.drop) }
  }
}
