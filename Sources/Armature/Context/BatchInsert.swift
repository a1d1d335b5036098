public import ArmatureModel

/// New objects of an entity, one for each element of a sequence, without all of them being in memory.
///
/// ```swift
/// let names = ["Jane Austen", "Anne Brontë"]
/// let result = try context.execute(BatchInsert("Author", names) { author, name in author.name = name })
/// print(result.count)  // 2
/// ```
/// What is done is what inserting the objects and saving would do, all or nothing: <doc:BatchChanges>. Core Data:
/// `NSBatchInsertRequest`.
public struct BatchInsert {
  /// The name of the entity.
  public let entity: String
  /// Whether the result has the IDs of the objects.
  public var returnsObjectIDs = false
  /// Starts the sequence.
  let makeRows: () -> BatchRows

  /// Describes an object for each element of a sequence, which a closure fills in.
  ///
  /// The objects have their defaults by then, and no other objects beside them. An error of the closure ends
  /// the batch.
  public init<Rows: Sequence>(
    _ entity: String, _ rows: Rows, fill: @escaping (ManagedObject, Rows.Element) throws -> Void
  ) {
    self.entity = entity
    makeRows = { BatchRows(rows) { object, row, _ in try fill(object, row) } }
  }

  /// Describes an object of a typed entity for each element of a sequence, which a closure fills in.
  ///
  /// ```swift
  /// let batch = BatchInsert(Work.self, 1...3) { work, number in work.title = "Volume \(number)" }
  /// ```
  @_disfavoredOverload public init<Type: EntityType, Rows: Sequence>(
    _ type: Type.Type, _ rows: Rows,
    fill: @escaping (Managed<Type>, Rows.Element) throws -> Void
  ) {
    self.init(Type.entityName, rows) { try fill(Managed<Type>(unchecked: $0), $1) }
  }

  /// Describes an object for each group of values by the names of properties.
  ///
  /// ```swift
  /// try context.execute(BatchInsert("Author", [["name": "Jane Austen"], ["name": "Anne Brontë"]]))
  /// ```
  /// A to-one relationship gets the ID of an object that is saved: `AttributeValue.object(id)`.
  public init<Rows: Sequence>(_ entity: String, _ rows: Rows)
  where Rows.Element == [String: any PropertyConvertible] {
    self.entity = entity
    makeRows = {
      BatchRows(rows) { object, row, context in
        for case .attribute(.object(let id))? in row.values.map(\.propertyValue) {
          _ = try context.existingObject(with: id)
        }
        try object.setValuesForKeys(row)
      }
    }
  }
}
