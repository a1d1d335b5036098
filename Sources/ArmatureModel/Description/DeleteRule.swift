/// What happens to related objects when an object is deleted. Core Data: `NSDeleteRule`.
public enum DeleteRule: String, Hashable, Sendable, Codable, CaseIterable {
  /// Nothing: the objects keep their link, which then leads nowhere.
  case noAction
  /// The objects lose their link.
  case nullify
  /// The objects are deleted too.
  case cascade
  /// The deletion cannot be saved while there are related objects that are not deleted, too.
  case deny
}
