public import ArmatureModel

/// A request that inserts many objects at once, from a sequence or a file.
///
/// Use it for large imports. With a `SQLiteStore`, the import takes little memory, because the objects are inserted and
/// saved in batches:
///
/// ```swift
/// let names = ["Jane Austen", "Anne Brontë"]
/// let result = try context.execute(BatchInsert("Author", names) { author, name in author.name = name })
/// print(result.count)  // 2
/// ```
/// The result is the same as if you inserted the objects one by one and saved them. The rules of the model are checked,
/// and if one object is invalid, nothing is inserted. See <doc:BatchChanges>.
///
/// Core Data: `NSBatchInsertRequest`.
public struct BatchInsert {
  /// The name of the entity.
  public let entity: String
  /// A Boolean value that indicates whether the result contains the IDs of the inserted objects.
  public var returnsObjectIDs = false
  /// Makes the next object with `make` and fills it in; returns false after the last element.
  @usableFromInline typealias Next = (_ make: () throws -> ManagedObject) throws -> Bool
  /// Opens the source of the objects.
  let makeSource: (ManagedObjectModel) throws -> any BatchSource

  init(_ entity: String, makeSource: @escaping (ManagedObjectModel) throws -> any BatchSource) {
    (self.entity, self.makeSource) = (entity, makeSource)
  }

  /// - Parameter start: Starts the sequence.
  @usableFromInline init(_ entity: String, start: @escaping () -> Next) {
    self.init(entity, makeSource: { _ in BatchElements(entity, start()) })
  }

  /// Creates a request that inserts one object for each element of a sequence.
  ///
  /// The closure receives a new object, which already has its default values, and an element of the sequence. Use the
  /// element to set the values of the object. The object belongs to a temporary context, so you cannot link it to
  /// objects that you have fetched in your own context. If the closure throws an error, nothing is inserted.
  @inlinable public init<Rows: Sequence>(
    _ entity: String, _ rows: Rows, fill: @escaping (ManagedObject, Rows.Element) throws -> Void
  ) {
    // Inlined: otherwise the elements of a sequence take as long as the values of the object.
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

  /// Creates a request that inserts one object of a typed entity for each element of a sequence. A closure sets the
  /// object's values.
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

  /// Creates a request that inserts one object for each dictionary. A dictionary contains the values of properties by
  /// name.
  ///
  /// ```swift
  /// try context.execute(BatchInsert("Author", [["name": "Jane Austen"], ["name": "Anne Brontë"]]))
  /// ```
  /// To set a to-one relationship, pass the ID of a saved object: `AttributeValue.object(id)`.
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
