#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The saves to remove from a history, always from its start.
public enum PersistentHistoryRange: Hashable, Sendable {
  /// The saves up to and including a point.
  case upTo(PersistentHistoryToken)
  /// The saves older than a date, up to the first one that is not.
  case before(Date)
}
