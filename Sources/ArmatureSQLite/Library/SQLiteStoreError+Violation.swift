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
}
