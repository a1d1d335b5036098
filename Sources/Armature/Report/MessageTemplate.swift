import ArmatureModel

/// Text with named parameters in braces, taken apart once and filled often.
struct MessageTemplate {
  private let segments: [Segment]

  private enum Segment {
    case text(String)
    case parameter(MessageParameter)
  }

  private init(_ segments: [Segment]) { self.segments = segments }

  /// Takes a template apart; braces around anything but a parameter stay as they are.
  init(_ text: String) {
    var segments: [Segment] = []
    var rest = text[...]
    var literal = ""
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
      literal += rest[..<open]
      let name = rest[open...].utf8.dropFirst()
      // No parameter has a longer name; looking further would make a row of braces quadratic.
      if let close = name.prefix(20).firstIndex(of: UInt8(ascii: "}")),
        let parameter = MessageParameter(rawValue: String(rest[name.startIndex..<close]))
      {
        if !literal.isEmpty { segments.append(.text(literal)) }
        segments.append(.parameter(parameter))
        literal = ""
        rest = rest[close...].dropFirst()
      } else {
        literal += "{"
        rest = rest[name.startIndex...]
      }
    }
    literal += rest
    if !literal.isEmpty { segments.append(.text(literal)) }
    self.segments = segments
  }

  /// Puts the parameters in; one without a value stays as it is.
  ///
  /// What is put in is not searched again, so a value cannot smuggle in a parameter.
  func filled(_ value: (MessageParameter) -> String?) -> String {
    var result = ""
    for segment in segments {
      switch segment {
      case .text(let text): result += text
      case .parameter(let parameter):
        result += value(parameter) ?? "{\(parameter.rawValue)}"
      }
    }
    return result
  }

  /// The template with all parameters put in but some, which differ from message to message.
  func filled(
    except open: Set<MessageParameter>, _ value: (MessageParameter) -> String?
  ) -> MessageTemplate {
    var result: [Segment] = []
    var literal = ""
    for segment in segments {
      switch segment {
      case .text(let text): literal += text
      case .parameter(let parameter) where open.contains(parameter):
        result += [.text(literal), segment]
        literal = ""
      case .parameter(let parameter): literal += value(parameter) ?? "{\(parameter.rawValue)}"
      }
    }
    return MessageTemplate(result + [.text(literal)])
  }
}

/// A parameter of a template; the raw value is its name there.
enum MessageParameter: String {
  // What every failure has.
  case place, entity, property, value
  // What rules require, and what there is.
  case minimum, maximum, actual, pattern, choices, properties, values, rule, details
  case type, swiftType, found
  // Names and objects.
  case name, suggestion, target, identifier, object, objects, other, relationship
  // Texts and numbers.
  case text, error, count, more, rounds
  // The words around failures.
  case findings, errors, warnings, position, site
}

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
