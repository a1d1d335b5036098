#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The saves that a history is to forget: always the first ones of it.
public enum PersistentHistoryRange: Hashable, Sendable {
  /// Those up to a point, itself included.
  case upTo(PersistentHistoryToken)
  /// Those before the first that is not older than a date.
  case before(Date)
}
