/// The elements of a sequence on their way into objects.
struct BatchRows {
  /// Goes to the next element; false behind the last one.
  let advance: () -> Bool
  /// Fills an object of a context by the element.
  let fill: (ManagedObject, ManagedObjectContext) throws -> Void

  init<Rows: Sequence>(
    _ rows: Rows,
    _ body: @escaping (ManagedObject, Rows.Element, ManagedObjectContext) throws -> Void
  ) {
    var iterator = rows.makeIterator()
    var row: Rows.Element?
    advance = {
      row = iterator.next()
      return row != nil
    }
    fill = { object, context in
      if let row { try body(object, row, context) }
    }
  }
}
