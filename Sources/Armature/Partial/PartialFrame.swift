/// An open array or object of a document.
enum PartialFrame {
  /// The array around all records, with the number of elements so far.
  case list(Int)
  /// A record, with the key that was read last.
  case record(PartialRecord, Key?)
  /// A record whose `@entity` is about to follow.
  case choice(RecordPlan, start: Int)
  /// The list of a to-many relationship, with the number of elements so far.
  case ends(Int)

  /// A key of a record.
  struct Key {
    let offset: Int
    /// The position of the member; `nil` for an unknown key.
    let member: Int?
    let text: String
    let isRepeated: Bool
  }

  /// The step that leads to the current value in the array or object.
  var step: String? {
    switch self {
    case .list(let count), .ends(let count): "[\(count)]"
    case .record(_, let key): key.map { JSONPaths.step($0.text.shortenedName) }
    case .choice: nil
    }
  }
}
