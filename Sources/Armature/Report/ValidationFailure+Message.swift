import ArmatureModel

extension ValidationFailure {
  /// The message in English. It contains the place, the requirement and the actual value.
  public var message: String { message(in: .english) }

  /// Returns the message in the language of a catalog.
  ///
  /// If a rule of the model declares its own message, this message is used instead of a template. To translate it, use
  /// the message as a key of the catalog. The message can contain `{place}`, `{value}`, or the name of a property in
  /// braces. If the object has a property named `place` or `value`, the name stands for this property.
  public func message(in catalog: MessageCatalog) -> String {
    message(by: catalog.writer)
  }

  /// Returns the message from templates in another language. If a template is missing, the message is in English.
  ///
  /// - Parameter lookup: A closure that returns the template for a key. ``MessageCatalog`` describes the keys.
  public func message(_ lookup: (_ key: String) -> String?) -> String {
    withoutActuallyEscaping(lookup) { message(by: MessageWriter(lookup: $0)) }
  }

  func message(by writer: MessageWriter) -> String {
    let common = writer.commonTemplate(of: self) {
      let phrase = self.phrase(by: writer)
      return template(of: phrase, by: writer).filled(except: [.value, .actual]) {
        text(of: $0, in: phrase, by: writer)
      }
    }
    if let common { return common.filled { text(ofOpen: $0, by: writer) } }
    let phrase = self.phrase(by: writer)
    return template(of: phrase, by: writer).filled(
      property: { customMessage == nil ? nil : detail($0, by: writer) }
    ) { text(of: $0, in: phrase, by: writer) }
  }

  private func template(of phrase: MessagePhrase, by writer: MessageWriter) -> MessageTemplate {
    customMessage.map(writer.template(custom:)) ?? writer.template(for: phrase, code: code)
  }

  private func text(
    of parameter: MessageParameter, in phrase: MessagePhrase, by writer: MessageWriter
  ) -> String? {
    switch parameter {
    case .place: return place(by: writer)
    case .entity: return entity
    case .property: return keyPath.joined(separator: ".").displayEscaped()
    default:
      if let content = phrase.content(of: parameter) { return writer.describe(content) }
      return parameter == .value ? writer.describe(value) : nil
    }
  }

  /// Returns the text of a parameter that a common template leaves open.
  private func text(ofOpen parameter: MessageParameter, by writer: MessageWriter) -> String? {
    if parameter == .value { return writer.describe(value) }
    guard case .rule(.length, let actual, _, _) = kind else { return nil }
    return String(lengthFound(actual))
  }

  /// Returns the value of a property in the message of a rule.
  private func detail(_ name: String, by writer: MessageWriter) -> String? {
    guard case .rule(_, _, let details, _) = kind else { return nil }
    return details.first { $0.name == name }.map(writer.describe)
  }

  /// Returns the message, preceded by the object unless the message or a position identifies it.
  func locatedMessage(by writer: MessageWriter) -> String {
    let message = message(by: writer)
    guard source == nil, customMessage != nil || !keyPath.isEmpty else { return message }
    let object = object.description
    return object == entity ? message : "\(object): \(message)"
  }

  /// Returns the message, followed by the rule's declaration if the failure has no position in data.
  ///
  /// The declaration is not a path: Swift provides the module and the file (`Library/Model.swift:8`), not the folder.
  func messageWithRule(by writer: MessageWriter) -> String {
    let message = locatedMessage(by: writer)
    guard source == nil, let site = knownRuleSite else { return message }
    return "\(message) (\(writer.text("report.rule", [.site: site.description])))"
  }

  /// The declaration of the rule, unless the rule comes from data.
  var knownRuleSite: DeclarationSite? {
    ruleSite.flatMap { $0.file.isEmpty ? nil : $0 }
  }
}

extension ValidationFailure: CustomStringConvertible {
  /// The message after the position in the data, as in `library.json:12:5: …`. If the position is unknown, the text
  /// starts with the object.
  public var description: String {
    let text = locatedMessage(by: MessageCatalog.english.writer).displayEscaped()
    return source.map { "\($0): \(text)" } ?? text
  }
}

// MARK: Places

extension ValidationFailure {
  /// Returns the place of the failure in terms of the model: `Book.title`, `Book "dune"`.
  private func place(by writer: MessageWriter) -> String {
    if keyPath.isEmpty {
      var object = object
      object.entity = writer.entityName(entity)
      return object.description.isEmpty ? writer.text("place.input") : object.description
    }
    return writer.path(of: topic) {
      let path = localizedPath(by: writer).joined(separator: ".")
      return entity.isEmpty ? path : "\(writer.entityName(entity)).\(path)"
    }
  }

  private func localizedPath(by writer: MessageWriter) -> [String] {
    keyPath.enumerated().map { position, element in
      let name = PathElement(element).name
      guard let word = writer.propertyName(name, of: position == 0 ? entity : nil) else {
        return Self.element(element)
      }
      return word + element.dropFirst(name.count)
    }
  }

  /// Returns an element of a key path, in quotes if its name comes from data.
  private static func element(_ name: String) -> String {
    // The bytes first: nearly every name is decided without its scalars.
    let isPlain =
      !name.isEmpty && name.utf8.count <= 120
      && (name.isWord
        || name.unicodeScalars.allSatisfy { scalar in
          scalar == "_" || scalar == "-" || scalar == "[" || scalar == "]"
            || scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
        })
    return isPlain ? name : name.quotedForMessage
  }

  /// Returns the entity and the property, without the object.
  func topicText(by writer: MessageWriter) -> String {
    let path = keyPath.map(Self.element).joined(separator: ".")
    let name = entity.isEmpty ? "" : writer.entityName(entity)
    let text = name.isEmpty || path.isEmpty ? name + path : "\(name).\(path)"
    return text.isEmpty ? writer.text("place.input") : text
  }

  /// The object and the property, for headings without a message.
  var address: String {
    guard !keyPath.isEmpty else { return object.description }
    let path = keyPath.map(Self.element).joined(separator: ".")
    return object.description.isEmpty ? path : "\(object).\(path)"
  }
}

extension ValidationFailure.Object {
  /// The name with its position in the data, if known: `Book "dune" (library.json:12:5)`.
  var descriptionWithSource: String {
    source.map { "\(description) (\($0))" } ?? description
  }

  /// The name, with its position in the data if it has no label.
  var nameWithSource: String { label == nil ? descriptionWithSource : description }
}
