/// Why an object has other values without anybody having set them.
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

  /// Events of some bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Undo, or redo of a deletion, took the object away; its values can still be read.
  public static let undoInsertion = SnapshotEvents(rawValue: 1 << 1)
  /// Undo, or redo of an insertion, brought the object back.
  public static let undoDeletion = SnapshotEvents(rawValue: 1 << 2)
  /// Undo or redo gave properties other values.
  public static let undoUpdate = SnapshotEvents(rawValue: 1 << 3)
  /// A rollback gave the object the values back that it was saved with.
  public static let rollback = SnapshotEvents(rawValue: 1 << 4)
  /// The object took over what others have saved.
  public static let refresh = SnapshotEvents(rawValue: 1 << 5)
  /// The object was merged with what others have saved, by the merge policy of a save.
  public static let mergePolicy = SnapshotEvents(rawValue: 1 << 6)
}
