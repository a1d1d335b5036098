import ArmatureSQL

extension SQLiteStoreError {
  /// Which constraint the database speaks of; `nil` for an error of another kind.
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

  /// Whether it is one of the file or the system, and none of what was to be written.
  var isOfFile: Bool {
    guard case .database(_, let code, _) = self else { return false }
    return code & 0xFF != SQLiteCode.constraint
  }
}
