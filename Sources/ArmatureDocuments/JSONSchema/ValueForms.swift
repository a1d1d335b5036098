package import ArmatureModel

/// The text formats of values.
package enum ValueForms {
  private static let year = "(?:[0-9]{4}|\\+[0-9]{6}|-(?!000000)[0-9]{6})"
  /// A valid month and day. 29 February is accepted in any year.
  private static let monthAndDay =
    "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
    + "|02-(?:0[1-9]|[12][0-9]))"
  private static let time = "(?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\\.[0-9]+)?"
  private static let offset = "(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"

  /// Returns the schema of a type.
  package static func node(of type: AttributeType) -> JSONNode {
    switch type {
    case .date:
      text("\(year)-\(monthAndDay)(?:[Tt ]\(time)\(offset)?)?", "2026-11-22T09:30:00Z, or a day")
    case .zonedDate:
      text(
        "\(year)-\(monthAndDay)[Tt ]\(time)\(offset)(?:\\[[^\\]]+\\])?",
        "2026-11-22T09:30:00+01:00, with the name of a zone in brackets if one is known")
    case .calendarDate: text("[0-9]{4}-\(monthAndDay)", "2026-11-22", format: "date")
    case .uuid:
      text(
        "[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}",
        "a UUID of either case", format: "uuid")
    default:
      text(
        "(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?",
        "bytes in Base64 with padding"
      ).with("contentEncoding", .string("base64"))
    }
  }

  private static func text(_ pattern: String, _ comment: String, format: String? = nil) -> JSONNode
  {
    JSONNode.members(["type": .string("string"), "pattern": .string("^\(pattern)$")])
      .with("format", format.map(JSONNode.string)).with("$comment", .string(comment))
  }
}
