import ArmatureSQL

extension PostgreSQLStoreError {
  /// The violated constraint; `nil` for other errors.
  var violation: SQLViolation? {
    guard case .database(_, let state, _, let constraint) = self else { return nil }
    return switch state {
    case "23505": (constraint ?? "").hasSuffix("_pkey") ? .key : .unique
    case "23503": .link
    case "23502": .required
    case "54000": .size
    default: nil
    }
  }
}
