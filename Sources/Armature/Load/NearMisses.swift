import ArmatureModel

/// The near misses of unknown keys so far: data repeats its mistakes in each record.
final class NearMisses {
  private var known: [[String]: String?] = [:]
  /// Hostile data may have a new key in each record.
  private static let limit = 1_000
  /// Longer keys have no near misses.
  private static let longestKey = 256

  /// The key that somebody probably meant; `nil` once there have been very many unknown keys.
  ///
  /// - Parameter path: The path of the list of keys, which tells it from other lists.
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
