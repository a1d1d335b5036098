/// The templates of messages in a language, with English for what the language lacks.
///
/// ```swift
/// let german = MessageCatalog { key in
///   switch key {
///   case "Entity/Book": "Buch"
///   case "Property/pages/Entity/Book": "Seiten"
///   case "range.tooSmall": "{place} muss mindestens {minimum} sein, ist aber {value}."
///   default: nil
///   }
/// }
/// book.pages = 0
/// print(book.validate()[0].message(in: german))  // Buch.Seiten muss mindestens 1 sein, ist aber 0.
/// ```
/// A template is text with named parameters: `{place} must have at least {minimum} characters, but
/// has {actual}.` Its key ends in the plural category of the number it speaks of
/// (`length.characters.atLeast.few`); asked for are, in this order, that key, the key without the
/// category, and the code of the failure, each once per rendering. ``englishTemplates`` lists the
/// keys. Names of the model are asked for as in Core Data's localization dictionary: `Entity/Book`,
/// `Property/title/Entity/Book` and then `Property/title`.
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

  /// A writer for one rendering.
  var writer: MessageWriter { MessageWriter(lookup: lookup, plural: plural) }
}
