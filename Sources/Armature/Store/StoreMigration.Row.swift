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

    /// Returns the old value of an attribute.
    ///
    /// Use the name of the attribute in the old model. The result is `null` if the attribute had no value, or if the
    /// `from` list of the step does not contain the attribute.
    public subscript(_ attribute: String) -> AttributeValue { values[attribute] ?? .null }

    /// Returns the old members of a relationship.
    ///
    /// Use the name of the relationship in the old model. The members of an ordered relationship are in its order.
    /// Other members are in the order of their keys.
    ///
    /// Objects of removed entities are left out. The result is empty if the `from` list of the step does not contain
    /// the relationship.
    public func links(_ relationship: String) -> [ManagedObjectID] { ends[relationship] ?? [] }

    /// Creates an object in the new model.
    ///
    /// - Parameters:
    ///   - entity: The name of the entity in the new model.
    ///   - values: The values of the attributes. All other attributes get their default values.
    /// - Returns: The final identity of the object. You can link other objects to it later in this migration. If the
    ///   migration fails, its objects are discarded, and their identities are never used again.
    /// - Throws: The error of the store if it has no keys left.
    public mutating func make(
      _ entity: String, _ values: [String: AttributeValue] = [:]
    ) throws -> ManagedObjectID {
      let id = try made.newID(of: entity)
      edits.append(.make(id, values))
      return id
    }

    /// Creates one object for all rows that have a value in common.
    ///
    /// The first row with the value creates the object. All later rows with the same value get that object.
    ///
    /// ```swift
    /// let step = StoreMigration.Step.split("Article", from: ["maker"]) { article in
    ///   let maker = try article.make("Maker", ["name": article["maker"]], oncePer: article["maker"])
    ///   article.link("producer", to: maker)
    /// }
    /// ```
    /// The values are forgotten when the migration ends, so you can run the migration again after a failure.
    ///
    /// - Parameters:
    ///   - entity: The name of the entity in the new model.
    ///   - values: The values of the attributes. They are used when the object is created, and ignored for later rows.
    ///   - value: The value that the rows have in common. To compare several values, pass a list.
    /// - Returns: The identity of the object.
    /// - Throws: The error of the store if it has no keys left.
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
    /// A to-one relationship leads to the object afterwards. A to-many relationship gets the object as an additional
    /// member, which comes last if the relationship is ordered. Both objects must exist. An object that an earlier row
    /// has dropped cannot be linked.
    ///
    /// - Parameters:
    ///   - relationship: The name of the relationship in the new model.
    ///   - object: The object that has the relationship. The default is the object of the row.
    ///   - other: The object to link to.
    public mutating func link(
      _ relationship: String, of object: ManagedObjectID? = nil, to other: ManagedObjectID
    ) {
      edits.append(.link(object ?? id, relationship: relationship, to: other))
    }

    /// Drops the object of this row.
    ///
    /// The object is dropped after all other edits of the row. Links to it are cleared.
    public mutating func drop() { edits.append(.drop) }
  }
}
