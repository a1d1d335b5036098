/// The message templates of a language, with English for missing ones. Use a catalog to translate messages.
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
/// A template is text with named parameters: `{place} must have at least {minimum} characters, but has {actual}.` Its
/// key ends in the plural category of its number (`length.characters.atLeast.few`). A rendering looks up this key,
/// then the key without the category, then the code of the failure. Each is looked up only once. ``englishTemplates``
/// lists the keys. Names of the model have the keys of Core Data's localization dictionary: `Entity/Book`,
/// `Property/title/Entity/Book`, and then `Property/title`.
public struct MessageCatalog: Sendable {
  private let lookup: @Sendable (_ key: String) -> String?
  private let plural: @Sendable (_ count: Int) -> String

  /// The English messages.
  public static let english = MessageCatalog { _ in nil }

  /// Creates a catalog from a source of templates.
  ///
  /// - Parameters:
  ///   - plural: Returns the plural category of a number, such as `one`, `few` or `other` in Unicode's plural rules;
  ///     English by default.
  ///   - lookup: Returns the template for a key; `nil` for the English one.
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
