/// The templates for messages in a language. Use a catalog to show failures in the language of your users.
///
/// You create a catalog from a closure that returns the template for a key. If the closure returns `nil`, the English
/// template is used:
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
/// A template is a string with parameters in braces, for example
/// `{place} must have at least {minimum} characters, but has {actual}.` To find all keys and their English templates,
/// see ``englishTemplates``.
///
/// A message with a number may need several plural forms. Therefore, the closure is called with up to three keys, until
/// it returns a template. For example, these are the keys for a string that is too short:
/// - `length.characters.atLeast.few`, which ends with the plural category of the number
/// - `length.characters.atLeast`
/// - `length.tooShort`, which is the code of the failure
///
/// To translate the names of entities and properties, use the same keys as in Core Data's localization dictionary:
/// `Entity/Book`, `Property/title/Entity/Book`, or `Property/title` for all entities. Each key is looked up only once.
public struct MessageCatalog: Sendable {
  private let lookup: @Sendable (_ key: String) -> String?
  private let plural: @Sendable (_ count: Int) -> String

  /// The English messages.
  public static let english = MessageCatalog { _ in nil }

  /// Creates a catalog from closures.
  ///
  /// - Parameters:
  ///   - plural: A closure that returns the plural category of a number according to Unicode's plural rules, such as
  ///     `one`, `few` or `other`. The default is the English rule.
  ///   - lookup: A closure that returns the template for a key, or `nil` to use the English template.
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
