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
    private let takeKey: () throws -> Int64
    package private(set) var edits: [Edit] = []

    package init(
      _ id: ManagedObjectID, values: [String: AttributeValue], ends: [String: [ManagedObjectID]],
      takeKey: @escaping () throws -> Int64
    ) {
      (self.id, self.values, self.ends, self.takeKey) = (id, values, ends, takeKey)
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
    /// - Returns: Its identity, which is final: other objects may be linked to it later.
    /// - Throws: An error of the store, if there are no keys left.
    public mutating func make(
      _ entity: String, _ values: [String: AttributeValue] = [:]
    ) throws -> ManagedObjectID {
      let id = ManagedObjectID(entityName: entity, key: try takeKey(), storeID: id.storeID)
      edits.append(.make(id, values))
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
