/// The SQLite result codes that the library distinguishes.
enum SQLiteCode {
  static let ok: Int32 = 0
  static let error: Int32 = 1
  static let busy: Int32 = 5
  static let locked: Int32 = 6
  static let readOnly: Int32 = 8
  static let ioError: Int32 = 10
  static let corrupt: Int32 = 11
  static let full: Int32 = 13
  static let cannotOpen: Int32 = 14
  static let constraint: Int32 = 19
  static let noMemory: Int32 = 7
  static let notADatabase: Int32 = 26
  static let row: Int32 = 100
  static let done: Int32 = 101

  static let constraintForeignKey: Int32 = 19 | 3 << 8
  static let constraintNotNull: Int32 = 19 | 5 << 8
  static let constraintPrimaryKey: Int32 = 19 | 6 << 8
  static let constraintUnique: Int32 = 19 | 8 << 8
  static let constraintRowID: Int32 = 19 | 10 << 8

  static let openReadOnly: Int32 = 0x1
  static let openURI: Int32 = 0x40
  static let openReadWrite: Int32 = 0x2
  static let openCreate: Int32 = 0x4
  static let openNoMutex: Int32 = 0x8000

  static let typeInteger: Int32 = 1
  static let typeReal: Int32 = 2
  static let typeText: Int32 = 3
  static let typeBlob: Int32 = 4
  static let typeNull: Int32 = 5

  /// Marks a statement as long-lived.
  static let preparePersistent: UInt32 = 1
  /// Marks a function that takes UTF-8.
  static let utf8: Int32 = 1
  /// Marks a function that takes UTF-8 and cannot be called from triggers, views and the like in a file.
  static let utf8Direct: Int32 = 1 | 0x80000
  /// Marks a deterministic function that takes UTF-8.
  static let utf8Deterministic: Int32 = 1 | 0x800
}
