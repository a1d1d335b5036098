import ArmatureModel

/// The text of an attribute that shows its beginning while the rest is still to come.
struct GrowingText {
  private let object: ManagedObject
  private let place: RowPlace
  /// The place in the document after the bytes that are shown.
  private var end: Int
  private var isShown = false

  /// - Returns: `nil` if the member is not an attribute for any text.
  init?(_ record: PartialRecord, _ key: PartialFrame.Key, from start: Int) {
    guard let position = key.member, !key.isRepeated, position != record.plan.kept else {
      return nil
    }
    let member = record.plan.members[position]
    guard member.isReadable, let attribute = member.attribute, attribute.type == .string,
      attribute.accepts == nil
    else { return nil }
    (object, place, end) = (record.object, member.place, start)
  }

  /// Shows the text that has arrived.
  ///
  /// The value grows in its place, so that many small pieces do not copy it again and again.
  consuming func grown(_ values: PartialValues) -> GrowingText {
    guard object.isThere else { return self }
    let more = values.text.text(from: end)
    if more == nil && isShown { return self }
    object.willWrite(place)
    if !isShown { object.row[place, as: String.self] = "" }
    if let more {
      object.row[place, as: String.self].append(more.text)
      end = more.end
    }
    object.row.setPresent(place, true)
    object.endWrite()
    isShown = true
    return self
  }

  /// Removes the text from its object.
  func remove() {
    guard isShown, object.isThere else { return }
    object.willWrite(place)
    object.row.clear(place)
    object.endWrite()
  }
}
