import ArmatureSQL

extension SQLiteStoreError {
  /// The violated constraint; `nil` for other errors.
  var violation: SQLViolation? {
    guard case .database(_, let code, _) = self else { return nil }
    return switch code {
    case SQLiteCode.constraintPrimaryKey, SQLiteCode.constraintRowID: .key
    case SQLiteCode.constraintUnique: .unique
    case SQLiteCode.constraintForeignKey: .link
    case SQLiteCode.constraintNotNull: .required
    default: nil
    }
  }

  /// Whether the cause is the file or the system, not the data to be written.
  var isOfFile: Bool {
    guard case .database(_, let code, _) = self else { return false }
    return code & 0xFF != SQLiteCode.constraint
  }
}
