import ArmatureModel

/// Text with named parameters in braces, parsed once and filled often.
struct MessageTemplate {
  private let segments: [Segment]

  private enum Segment {
    case text(String)
    case parameter(MessageParameter)
    /// The name of a property, in the message of a rule.
    case property(String)
  }

  private init(_ segments: [Segment]) { self.segments = segments }

  /// Parses a template. Braces around anything except a name stay unchanged.
  init(_ text: String) {
    segments = MessageSegment.segments(of: text).map { segment in
      switch segment {
      case .text(let text): .text(text)
      case .name(let name):
        MessageParameter(rawValue: name).map(Segment.parameter) ?? .property(name)
      }
    }
  }

  /// Returns the text with the parameters filled in. A parameter without a value stays unchanged.
  ///
  /// Inserted values are not parsed again, so a value cannot introduce a parameter.
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

  /// Returns the template with all parameters filled in, except for some that differ between messages.
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
