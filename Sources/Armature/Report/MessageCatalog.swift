/// The message templates of a language. Use a catalog to translate the messages of failures.
///
/// A template that the catalog does not contain is English.
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
/// A template is text with named parameters, as in `{place} must have at least {minimum} characters, but has {actual}.`
/// To find a template, a rendering looks up three keys in this order:
/// - the key with the plural category of the number, such as `length.characters.atLeast.few`
/// - the key without the plural category, such as `length.characters.atLeast`
/// - the code of the failure, such as `length.tooShort`
///
/// ``englishTemplates`` lists the keys. To translate the names of the model, use the keys of Core Data's localization
/// dictionary: `Entity/Book`, `Property/title/Entity/Book`, or `Property/title` for all entities. A rendering looks up
/// each key only once.
public struct MessageCatalog: Sendable {
  private let lookup: @Sendable (_ key: String) -> String?
  private let plural: @Sendable (_ count: Int) -> String

  /// The English messages.
  public static let english = MessageCatalog { _ in nil }

  /// Creates a catalog from a source of templates.
  ///
  /// - Parameters:
  ///   - plural: A closure that returns the plural category of a number, such as `one`, `few` or `other`, as Unicode's
  ///     plural rules define it. The default is the English rule.
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
