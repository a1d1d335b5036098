public import ArmatureModel

extension StoreMigration {
  /// An object in a migration, which a custom step can split into other objects.
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
    /// The edits of the closure, in the order of its calls.
    package enum Edit {
      case make(ManagedObjectID, [String: AttributeValue])
      case link(ManagedObjectID, relationship: String, to: ManagedObjectID)
      case drop
    }

    /// The identity of the object in the new model, or in the old model if its entity is removed.
    public let id: ManagedObjectID
    private let values: [String: AttributeValue]
    private let ends: [String: [ManagedObjectID]]
    private let made: CreatedObjects
    package private(set) var edits: [Edit] = []

    package init(
      _ id: ManagedObjectID, values: [String: AttributeValue], ends: [String: [ManagedObjectID]],
      made: CreatedObjects
    ) {
      (self.id, self.values, self.ends, self.made) = (id, values, ends, made)
    }

    /// Returns the old value of an attribute by its old name; `null` if it has no value, or the step does not read it.
    public subscript(_ attribute: String) -> AttributeValue { values[attribute] ?? .null }

    /// Returns the objects that a relationship led to, by its old name. They are in the order of the relationship, or
    /// otherwise of their keys.
    ///
    /// Objects of removed entities are left out. The result is empty if the step does not read the relationship.
    public func links(_ relationship: String) -> [ManagedObjectID] { ends[relationship] ?? [] }

    /// Makes an object.
    ///
    /// - Parameters:
    ///   - entity: The name of its entity in the new model.
    ///   - values: The values of its attributes; other attributes get their defaults.
    /// - Returns: Its final identity, which other objects can be linked to later in this migration. A failed migration
    ///   discards its objects, and their identities are never used again.
    /// - Throws: An error of the store, if no keys are left.
    public mutating func make(
      _ entity: String, _ values: [String: AttributeValue] = [:]
    ) throws -> ManagedObjectID {
      let id = try made.newID(of: entity)
      edits.append(.make(id, values))
      return id
    }

    /// Makes an object for the first row with a value and returns the same object for all other rows with it.
    ///
    /// ```swift
    /// let step = StoreMigration.Step.split("Article", from: ["maker"]) { article in
    ///   let maker = try article.make("Maker", ["name": article["maker"]], oncePer: article["maker"])
    ///   article.link("producer", to: maker)
    /// }
    /// ```
    /// The values are forgotten when the migration ends, so it can be tried again.
    ///
    /// - Parameters:
    ///   - entity: The name of its entity in the new model.
    ///   - values: The values of its attributes when it is made; those of later rows are ignored.
    ///   - value: The value that rows must have in common to share the object. Use a list for several values.
    /// - Returns: Its identity.
    /// - Throws: An error of the store, if no keys are left.
    /// - Complexity: O(1). Each distinct value stays in memory until the migration ends.
    public mutating func make(
      _ entity: String, _ values: [String: AttributeValue] = [:], oncePer value: AttributeValue
    ) throws -> ManagedObjectID {
      if let known = made.id(of: entity, for: value) { return known }
      let id = try make(entity, values)
      made.keep(id, for: value)
      return id
    }

    /// Links a relationship of the new model to an object and updates its inverse.
    ///
    /// The object replaces the destination of a to-one relationship, and is added to a to-many relationship, at the end
    /// if it is ordered. Both objects must exist: an object that was dropped for an earlier row cannot be linked.
    ///
    /// - Parameters:
    ///   - relationship: Its name in the new model.
    ///   - object: The object with the relationship; by default the row's own object.
    ///   - other: The object to link to.
    public mutating func link(
      _ relationship: String, of object: ManagedObjectID? = nil, to other: ManagedObjectID
    ) {
      edits.append(.link(object ?? id, relationship: relationship, to: other))
    }

    /// Drops the object itself after all other edits of its row are made; links to it are cleared.
    public mutating func drop() { edits.append(.drop) }
  }
}
