import ArmatureModel

/// The suggestions for unknown keys so far: data repeats an unknown key in each record.
final class NearMisses {
  private var known: [[String]: String?] = [:]
  /// Hostile data may have a new key in each record.
  private static let limit = 1_000
  /// Longer keys get no suggestion.
  private static let longestKey = 256

  /// Returns the most similar key; `nil` after too many unknown keys.
  ///
  /// - Parameter path: The path of the list of keys, which distinguishes it from other lists.
  func suggestion(for key: String, in path: [String], _ find: () -> String?) -> String? {
    if key.utf8.count > Self.longestKey { return nil }
    let place = path + [key]
    if let suggestion = known[place] { return suggestion }
    if known.count >= Self.limit { return nil }
    let suggestion = find()
    known[place] = .some(suggestion)
    return suggestion
  }
}
