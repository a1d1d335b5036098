import ArmatureModel

/// What a message is made of: a template, and the values of its parameters.
struct MessagePhrase {
  /// The key of the template.
  var key: String
  /// The end of the key, behind a dot; empty for none.
  var form = ""
  /// The number that decides between singular and plural.
  var count: Int?
  /// The parameters, apart from those that every failure has.
  var arguments: [Argument] = []

  typealias Argument = (parameter: MessageParameter, content: Content)

  /// A value for a parameter; it becomes text only if the template asks for it.
  enum Content {
    case text(String)
    case number(Int)
    /// What data has, in quotes.
    case quoted(String)
    /// A name or pattern, in quotes.
    case name(String)
    case value(AttributeValue)
    case choices([AttributeValue])
    case details([ValidationFailure.Detail])
    case type(AttributeType)
  }

  func content(of parameter: MessageParameter) -> Content? {
    for argument in arguments where argument.parameter == parameter { return argument.content }
    return nil
  }
}
