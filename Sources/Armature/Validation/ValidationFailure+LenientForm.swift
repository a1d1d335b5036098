import ArmatureModel

extension ValidationFailure {
  /// A Boolean value that indicates whether lenient mode would read the value.
  package var isReadInLenientMode: Bool {
    guard severity == .error, case .wrongType(let type, let found) = kind else { return false }
    switch (type.storage, value) {
    case (_, .string(let text)):
      if case .value = TextReader(.otherForms).value(of: text, as: type) { return true }
      return false
    case (.bool, .int(let number)): return number == 0 || number == 1
    default: return type.storage == .string && found == "number"
    }
  }
}
