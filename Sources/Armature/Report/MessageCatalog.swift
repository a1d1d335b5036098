/// The templates of messages in a language, with English for what the language lacks.
///
/// A template is text with named parameters: `{place} must have at least {minimum} characters, but
/// has {actual}.` Its key ends in the plural category of the number it speaks of
/// (`length.characters.atLeast.few`); asked for are, in this order, that key, the key without the
/// category, and the code of the failure. ``englishTemplates`` lists the keys. Names of the model are
/// asked for as in Core Data's localization dictionary: `Entity/Book`, `Property/title/Entity/Book`
/// and then `Property/title`.
public struct MessageCatalog: Sendable {
  private let lookup: @Sendable (_ key: String) -> String?
  private let plural: @Sendable (_ count: Int) -> String

  /// The messages as this module has them.
  public static let english = MessageCatalog { _ in nil }

  /// Makes a catalogue from a source of templates.
  ///
  /// - Parameters:
  ///   - plural: The plural category of a number, such as `one`, `few` or `other` in the terms of
  ///     Unicode's plural rules; English unless given.
  ///   - lookup: The template for a key; `nil` for the English one.
  public init(
    plural: @escaping @Sendable (_ count: Int) -> String = { $0 == 1 ? "one" : "other" },
    lookup: @escaping @Sendable (_ key: String) -> String?
  ) {
    self.lookup = lookup
    self.plural = plural
  }

  var writer: MessageWriter { MessageWriter(lookup: lookup, plural: plural) }
}

/// Finds templates and fills them.
struct MessageWriter {
  let lookup: (String) -> String?
  var plural: (Int) -> String = { $0 == 1 ? "one" : "other" }

  /// A message: the template for a key and a number, with its parameters filled in.
  func text(
    _ key: String, count: Int? = nil, code: String? = nil, _ parameters: [String: String] = [:]
  ) -> String {
    MessageTemplate(template(key, count: count, code: code)).filled(with: parameters)
  }

  private func template(_ key: String, count: Int?, code: String?) -> String {
    if let count, let text = lookup("\(key).\(plural(count))") { return text }
    if let text = lookup(key) ?? code.flatMap(lookup) { return text }
    if count == 1, let text = MessageCatalog.englishTemplates["\(key).one"] { return text }
    return MessageCatalog.englishTemplates[key] ?? key
  }

  /// What readers call an entity.
  func entityName(_ name: String) -> String { lookup("Entity/\(name)") ?? name }

  /// What readers call a property, in an entity or in any; `nil` if that is its name.
  func propertyName(_ name: String, of entity: String?) -> String? {
    entity.flatMap { lookup("Property/\(name)/Entity/\($0)") } ?? lookup("Property/\(name)")
  }

  /// A word that has a key of its own, or `nil`.
  func word(_ key: String) -> String? {
    lookup(key) ?? MessageCatalog.englishTemplates[key]
  }
}

/// Text with named parameters in braces.
struct MessageTemplate {
  let text: String

  init(_ text: String) { self.text = text }

  /// Puts the parameters in; braces around anything else stay as they are.
  ///
  /// What is put in is not searched again, so a value cannot smuggle in a parameter.
  func filled(with parameters: [String: String]) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      // No parameter has a longer name; looking further would make a row of braces quadratic.
      if let close = rest.prefix(20).firstIndex(of: "}"),
        let value = parameters[String(rest[rest.index(after: open)..<close])]
      {
        result += value
        rest = rest[rest.index(after: close)...]
      } else {
        result += "{"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }
}
