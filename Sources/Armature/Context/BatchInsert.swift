public import ArmatureModel

/// New objects of an entity, one for each element of a sequence or record of a file, without all of them being in memory.
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
  /// Makes the next object with what is given, and fills it in; false behind the last element.
  @usableFromInline typealias Next = (_ make: () throws -> ManagedObject) throws -> Bool
  /// Begins with what the objects are made of.
  let portions: (ManagedObjectModel) throws -> any BatchPortions

  init(_ entity: String, portions: @escaping (ManagedObjectModel) throws -> any BatchPortions) {
    (self.entity, self.portions) = (entity, portions)
  }

  /// - Parameter start: Starts the sequence.
  @usableFromInline init(_ entity: String, start: @escaping () -> Next) {
    self.init(entity, portions: { _ in BatchElements(entity, start()) })
  }

  /// Describes an object for each element of a sequence, which a closure fills in.
  ///
  /// The objects have their defaults by then, and no other objects beside them. An error of the closure ends
  /// the batch.
  @inlinable public init<Rows: Sequence>(
    _ entity: String, _ rows: Rows, fill: @escaping (ManagedObject, Rows.Element) throws -> Void
  ) {
    // Inlined, or the elements of a sequence would take as long as the values of the object.
    self.init(
      entity,
      start: {
        var iterator = rows.makeIterator()
        return { make in
          guard let row = iterator.next() else { return false }
          try fill(make(), row)
          return true
        }
      })
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
    self.init(entity, rows) { object, row in
      for case .attribute(.object(let id))? in row.values.map(\.propertyValue) {
        _ = try object.managedObjectContext?.existingObject(with: id)
      }
      try object.setValuesForKeys(row)
    }
  }
}
