import ArmatureModel

/// Text with named parameters in braces, taken apart once and filled often.
struct MessageTemplate {
  private let segments: [Segment]

  private enum Segment {
    case text(String)
    case parameter(MessageParameter)
    /// The name of a property, in the message of a rule.
    case property(String)
  }

  private init(_ segments: [Segment]) { self.segments = segments }

  /// Takes a template apart; braces around anything but a name stay as they are.
  init(_ text: String) {
    segments = MessageSegment.segments(of: text).map { segment in
      switch segment {
      case .text(let text): .text(text)
      case .name(let name):
        MessageParameter(rawValue: name).map(Segment.parameter) ?? .property(name)
      }
    }
  }

  /// Puts the parameters in; one without a value stays as it is.
  ///
  /// What is put in is not searched again, so a value cannot smuggle in a parameter.
  func filled(
    property: (String) -> String? = { _ in nil }, _ value: (MessageParameter) -> String?
  ) -> String {
    var result = ""
    for segment in segments {
      switch segment {
      case .text(let text): result += text
      case .parameter(let parameter):
        result += property(parameter.rawValue) ?? value(parameter) ?? "{\(parameter.rawValue)}"
      case .property(let name): result += property(name) ?? "{\(name)}"
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
      case .property(let name): literal += "{\(name)}"
      }
    }
    return MessageTemplate(result + [.text(literal)])
  }
}
