#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The saves to remove from a history, always from its start.
public enum PersistentHistoryRange: Hashable, Sendable {
  /// The saves up to and including a point.
  case upTo(PersistentHistoryToken)
  /// The leading saves that are older than a date.
  case before(Date)
}
