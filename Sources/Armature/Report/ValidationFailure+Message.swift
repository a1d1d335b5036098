import ArmatureModel

extension ValidationFailure {
  /// What is wrong, in English: where, what must be, what is.
  public var message: String { message(in: .english) }

  /// What is wrong, in the language of a catalogue.
  ///
  /// A rule's own message is a template, too: it may say `{place}` or `{value}`, or name a property of
  /// the object, which wins. A catalogue is asked for a translation with the message as the key.
  public func message(in catalog: MessageCatalog) -> String {
    message(by: catalog.writer)
  }

  /// What is wrong, by templates in another language; English where the look-up has none.
  ///
  /// - Parameter lookup: The template for a key; ``MessageCatalog`` says which keys there are.
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

  /// The text of a parameter that a common template leaves open.
  private func text(ofOpen parameter: MessageParameter, by writer: MessageWriter) -> String? {
    if parameter == .value { return writer.describe(value) }
    guard case .rule(.length, let actual, _, _) = kind else { return nil }
    return String(lengthFound(actual))
  }

  /// The value of a property that the message of a rule names.
  private func detail(_ name: String, by writer: MessageWriter) -> String? {
    guard case .rule(_, _, let details, _) = kind else { return nil }
    return details.first { $0.name == name }.map(writer.describe)
  }

  /// The message, with the object in front where neither the message nor a position tells it.
  func locatedMessage(by writer: MessageWriter) -> String {
    let message = message(by: writer)
    guard source == nil, customMessage != nil || !keyPath.isEmpty else { return message }
    let object = object.description
    return object == entity ? message : "\(object): \(message)"
  }

  /// The message, with the place of the rule where data has none.
  ///
  /// It is no path: Swift tells the module and the file (`Library/Model.swift:8`), not the folder.
  func messageWithRule(by writer: MessageWriter) -> String {
    let message = locatedMessage(by: writer)
    guard source == nil, let site = knownRuleSite else { return message }
    return "\(message) (\(writer.text("report.rule", [.site: site.description])))"
  }

  /// Where the rule was declared, unless it was made from data.
  var knownRuleSite: DeclarationSite? {
    ruleSite.flatMap { $0.file.isEmpty ? nil : $0 }
  }
}

extension ValidationFailure: CustomStringConvertible {
  /// The message, after the place in the data or else the object: `library.json:12:5: …`.
  public var description: String {
    let text = locatedMessage(by: MessageCatalog.english.writer).displayEscaped()
    return source.map { "\($0): \(text)" } ?? text
  }
}

// MARK: Places

extension ValidationFailure {
  /// Where the failure is, in the terms of the model: `Book.title`, `Book "dune"`.
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
      let name = String(Self.indexed(element).name)
      guard let word = writer.propertyName(name, of: position == 0 ? entity : nil) else {
        return Self.element(element)
      }
      return word + element.dropFirst(name.count)
    }
  }

  /// An element of a key path; in quotes where data made up its name.
  private static func element(_ name: String) -> String {
    // The bytes first: nearly every name needs no look at its scalars.
    let isPlain =
      !name.isEmpty && name.utf8.count <= 120
      && (name.isWord
        || name.unicodeScalars.allSatisfy { scalar in
          scalar == "_" || scalar == "-" || scalar == "[" || scalar == "]"
            || scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
        })
    return isPlain ? name : name.quotedForMessage
  }

  /// An element of a key path in two parts: `lines[2]` is the name `lines` and the index 2.
  static func indexed(_ element: String) -> (name: Substring, index: Int?) {
    guard element.hasSuffix("]"), let open = element.lastIndex(of: "["),
      let index = Int(element[element.index(after: open)...].dropLast()), index >= 0
    else { return (element[...], nil) }
    return (element[..<open], index)
  }

  /// The entity and the property, for what many objects have in common.
  func topicText(by writer: MessageWriter) -> String {
    let path = keyPath.map(Self.element).joined(separator: ".")
    let name = entity.isEmpty ? "" : writer.entityName(entity)
    let text = name.isEmpty || path.isEmpty ? name + path : "\(name).\(path)"
    return text.isEmpty ? writer.text("place.input") : text
  }

  /// The object and the property, for headings that have no message beside them.
  var address: String {
    guard !keyPath.isEmpty else { return object.description }
    let path = keyPath.map(Self.element).joined(separator: ".")
    return object.description.isEmpty ? path : "\(object).\(path)"
  }
}

extension ValidationFailure.Object {
  /// The name with its place in the data, if it has one: `Book "dune" (library.json:12:5)`.
  var descriptionWithSource: String {
    source.map { "\(description) (\($0))" } ?? description
  }

  /// The name, with its place in the data where nothing else tells it from others.
  var nameWithSource: String { label == nil ? descriptionWithSource : description }
}
