public import ArmatureModel

extension StoreMigration {
  /// An object in a migration, which a custom step can split into other objects.
  ///
  /// The closure of a ``StoreMigration/Step`` receives a row for each old object. For example, this step replaces a
  /// list of names with an object for each name:
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

    /// Returns the IDs of the objects that a relationship contained before the migration.
    ///
    /// Pass the name that the relationship has in the old model. You must also list this name in `from` when you create
    /// the step, because otherwise the result is empty.
    ///
    /// The members of an ordered relationship are returned in the order of the relationship, and all other members in
    /// the order of their keys. Members whose entity no longer exists are left out.
    public func links(_ relationship: String) -> [ManagedObjectID] { ends[relationship] ?? [] }

    /// Creates an object in the new model.
    ///
    /// You can use the returned ID at once, for example to link the object. You can also keep the ID and use it in the
    /// closure of a later row. If the migration fails, the object is discarded, and its ID is never used again.
    ///
    /// - Parameters:
    ///   - entity: The name of the entity in the new model.
    ///   - values: The values of the attributes. All other attributes get their default values.
    /// - Returns: The ID of the object, which stays the same after the migration.
    /// - Throws: The error of the store if it has no keys left.
    public mutating func make(
      _ entity: String, _ values: [String: AttributeValue] = [:]
    ) throws -> ManagedObjectID {
      let id = try made.newID(of: entity)
      edits.append(.make(id, values))
      return id
    }

    /// Creates an object for a value, or returns the object that was created earlier for the same value.
    ///
    /// Use this method if several rows share one new object. For example, the following step creates only one object
    /// for each maker, even if a thousand articles have the same maker:
    ///
    /// ```swift
    /// let step = StoreMigration.Step.split("Article", from: ["maker"]) { article in
    ///   let maker = try article.make("Maker", ["name": article["maker"]], oncePer: article["maker"])
    ///   article.link("producer", to: maker)
    /// }
    /// ```
    /// The store remembers these objects only until the migration ends, so you can run a failed migration again.
    ///
    /// - Parameters:
    ///   - entity: The name of the entity in the new model.
    ///   - values: The values of the attributes. They are ignored if the object already exists.
    ///   - value: The value that identifies the object. To use several values together, pass a list.
    /// - Returns: The ID of the object.
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

    /// Links two objects by a relationship of the new model, and updates the inverse relationship.
    ///
    /// A to-one relationship is set to the other object. If the relationship is to-many, the other object is added to
    /// its members. An ordered relationship gets the new member at its end.
    ///
    /// Both objects must exist. For example, you cannot link an object that the step has already dropped.
    ///
    /// - Parameters:
    ///   - relationship: The name of the relationship in the new model.
    ///   - object: The object that has the relationship. The default is the object of this row.
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
