#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The saves to remove from the start of a history.
public enum PersistentHistoryRange: Hashable, Sendable {
  /// The saves up to and including a position.
  case upTo(PersistentHistoryToken)
  /// The saves from the start of the history that are older than a date.
  case before(Date)
}
