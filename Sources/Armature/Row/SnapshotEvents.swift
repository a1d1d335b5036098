/// The reasons why the values of an object have changed without a setter, such as undo or a refresh.
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

  /// Undoing an insertion, or redoing a deletion, removed the object. Its values can still be read.
  public static let undoInsertion = SnapshotEvents(rawValue: 1 << 1)
  /// Undoing a deletion, or redoing an insertion, restored the object.
  public static let undoDeletion = SnapshotEvents(rawValue: 1 << 2)
  /// Undo or redo changed properties.
  public static let undoUpdate = SnapshotEvents(rawValue: 1 << 3)
  /// A rollback restored the object's saved values.
  public static let rollback = SnapshotEvents(rawValue: 1 << 4)
  /// A refresh gave the object values that another context or process had saved.
  public static let refresh = SnapshotEvents(rawValue: 1 << 5)
  /// The merge policy of a save merged the object with values that another context or process had saved.
  public static let mergePolicy = SnapshotEvents(rawValue: 1 << 6)
}
