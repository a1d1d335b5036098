import Armature
import ArmatureSQL

/// The aggregate to which SQLite gives rows while it finds them, and the row that it has just given.
///
/// It is given all columns of a row at once. A statement is asked for one after the other, and each answer takes as long as
/// the look at the value; a fetch of a million takes a seventh less so.
final class SQLiteRowTaker: SQLiteRow {
  let library: SQLiteLibrary
  /// The arguments: as many as the reader has columns, since both are of the same statement.
  @exclusivity(unchecked) private var values: UnsafeMutablePointer<SQLiteLibrary.Handle?>?
  /// Who reads the rows, and who gets them, while a statement runs that has the aggregate.
  @exclusivity(unchecked) private var taking:
    (reader: Unmanaged<SQLRowReader>, rows: Unmanaged<StoreRows>)?
  private var error: (any Error)?

  init(_ library: SQLiteLibrary) { self.library = library }

  func value(in column: Int) -> SQLiteLibrary.Handle? { values?[column] }

  /// Registers the aggregate with a connection, which must keep this object as long as it is open.
  ///
  /// - Returns: The result code.
  func register(_ handle: SQLiteLibrary.Handle) -> Int32 {
    library.createFunction(
      handle, SQLiteFunctions.rows, -1, SQLiteCode.utf8Direct,
      Unmanaged.passUnretained(self).toOpaque(), nil,
      { context, _, values in
        guard let data = SQLiteLibrary.userData?(context) else { return }
        Unmanaged<SQLiteRowTaker>.fromOpaque(data)._withUnsafeGuaranteedRef {
          $0.take(values, context)
        }
      }, { _ in }, nil)
  }

  /// Has rows read while a closure runs a statement.
  func take(_ rows: StoreRows, with reader: SQLRowReader, _ body: () throws -> Void) throws {
    taking = (.passUnretained(reader), .passUnretained(rows))
    defer { (taking, error) = (nil, nil) }
    do {
      try withExtendedLifetime((reader, rows), body)
    } catch {
      // What SQLite says of a row that could not be taken is less than why.
      throw self.error ?? error
    }
  }

  private func take(
    _ values: UnsafeMutablePointer<SQLiteLibrary.Handle?>?, _ context: SQLiteLibrary.Handle?
  ) {
    guard let taking else { return }
    self.values = values
    do {
      try taking.reader._withUnsafeGuaranteedRef { reader in
        try taking.rows._withUnsafeGuaranteedRef { try reader.read(self, into: $0) }
      }
    } catch {
      self.error = error
      library.resultError(context, "a row cannot be read", -1)
    }
  }
}
