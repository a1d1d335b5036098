import ArmatureModel

extension ValidationFailure {
  /// Where the failure is, in the terms of the model: `Book.title`, `Book "dune"`.
  func place(by writer: MessageWriter) -> String {
    if keyPath.isEmpty {
      var object = object
      object.entity = writer.entityName(entity)
      return object.description.isEmpty ? writer.text("place.input") : object.description
    }
    let path = localizedPath(by: writer).joined(separator: ".")
    return entity.isEmpty ? path : "\(writer.entityName(entity)).\(path)"
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
    let isPlain =
      !name.isEmpty && name.utf8.count <= 120
      && name.unicodeScalars.allSatisfy { scalar in
        scalar == "_" || scalar == "-" || scalar == "[" || scalar == "]"
          || scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
      }
    return isPlain ? name : name.quotedForMessage
  }

  /// An element of a key path in two parts: `lines[2]` is the name `lines` and the index 2.
  static func indexed(_ element: String) -> (name: Substring, index: Int?) {
    guard element.hasSuffix("]"), let open = element.lastIndex(of: "["),
      let index = Int(element[element.index(after: open)...].dropLast()), index >= 0
    else { return (element[...], nil) }
    return (element[..<open], index)
  }

  /// The object and the property, for headings that have no message beside them.
  var address: String {
    guard !keyPath.isEmpty else { return object.description }
    let path = keyPath.map(Self.element).joined(separator: ".")
    return object.description.isEmpty ? path : "\(object).\(path)"
  }

  /// The message, with the object in front where neither the message nor a position tells it.
  func locatedMessage(by writer: MessageWriter) -> String {
    let message = message(by: writer)
    let object = object.description
    guard source == nil, object != entity, customMessage != nil || !keyPath.isEmpty else {
      return message
    }
    return "\(object): \(message)"
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

extension ValidationFailure: CustomStringConvertible {
  /// The message, after the place in the data or else the object: `library.json:12:5: …`.
  public var description: String {
    let text = locatedMessage(by: MessageCatalog.english.writer).displayEscaped()
    return source.map { "\($0): \(text)" } ?? text
  }
}
