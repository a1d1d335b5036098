import ArmatureModel

/// The template of a message and the values of its parameters.
struct MessagePhrase {
  /// The key of the template.
  var key: String
  /// The end of the key, after a dot; empty without one.
  var form = ""
  /// The number that selects the singular or plural form.
  var count: Int?
  /// The parameters, except for the common ones of every failure.
  var arguments: [Argument] = []

  typealias Argument = (parameter: MessageParameter, content: Content)

  /// The value of a parameter, which becomes text only if the template uses it.
  enum Content {
    case text(String)
    case number(Int)
    /// A value from data, in quotes.
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
