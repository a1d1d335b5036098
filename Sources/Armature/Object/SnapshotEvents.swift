/// The reasons why an object has new values that were not set.
///
/// ```swift
/// final class Folder: ManagedObject {
///   var size: Int?  // computed from the files, and not kept by the model
///   override func awake(fromSnapshotEvents events: SnapshotEvents) {
///     if !events.isDisjoint(with: [.undoUpdate, .rollback, .refresh]) { size = nil }
///   }
/// }
/// ```
/// Core Data: `NSSnapshotEventType`.
public struct SnapshotEvents: OptionSet, Hashable, Sendable {
  /// The events as bits.
  public let rawValue: UInt

  /// Creates events from bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Undo of an insertion, or redo of a deletion, removed the object; its values can still be read.
  public static let undoInsertion = SnapshotEvents(rawValue: 1 << 1)
  /// Undo of a deletion, or redo of an insertion, restored the object.
  public static let undoDeletion = SnapshotEvents(rawValue: 1 << 2)
  /// Undo or redo changed properties.
  public static let undoUpdate = SnapshotEvents(rawValue: 1 << 3)
  /// A rollback restored the saved values of the object.
  public static let rollback = SnapshotEvents(rawValue: 1 << 4)
  /// The object took over values saved by others.
  public static let refresh = SnapshotEvents(rawValue: 1 << 5)
  /// The object was merged with values saved by others, according to the merge policy of a save.
  public static let mergePolicy = SnapshotEvents(rawValue: 1 << 6)
}
