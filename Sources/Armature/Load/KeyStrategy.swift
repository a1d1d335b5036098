import ArmatureModel

/// A strategy that determines the JSON and CSV keys of properties.
///
/// The strategy applies to properties without a declared key. It derives the key from the name of the property.
///
/// ```swift
/// let table = LoadSource.text("Name,Born\nJane Austen,1775\n", as: "Author", layout: .csv())
/// let result = try context.load(table, options: LoadOptions(keys: .capitalized))
/// print(result.objects[0]["born"] ?? .null)  // 1775
/// ```
public enum KeyStrategy: Sendable {
  /// The key is the name of the property.
  case propertyNames
  /// The key consists of lowercase words with underscores: `unitPrice` becomes `unit_price`, and `bookID` becomes
  /// `book_id`.
  case snakeCase
  /// The key starts with a capital letter: `unitPrice` becomes `UnitPrice`.
  case capitalized
  /// A closure returns the key for the name of a property.
  case custom(@Sendable (String) -> String)

  /// Returns the key of a property: the declared one, or the one derived from its name.
  func key(of property: PropertyDescription) -> String {
    let declared: String? =
      switch property {
      case .attribute(let attribute): attribute.key
      case .relationship(let relationship): relationship.key
      case .fetched: nil
      }
    return declared ?? key(for: property.name)
  }

  /// Checks that all properties of an entity have different keys; otherwise data would be lost.
  func check(_ model: ManagedObjectModel) throws(ValidationReport) {
    let failures = model.entities.flatMap { entity in
      self.failures(in: entity, besides: model.discriminator(of: entity))
    }
    if !failures.isEmpty { throw ValidationReport(failures) }
  }

  /// Returns failures for the properties of an entity that share a key with another.
  ///
  /// - Parameter discriminator: The key that tells the entity of a record.
  func failures(
    in entity: EntityDescription, besides discriminator: String? = nil
  ) -> [ValidationFailure] {
    // Names differ, and declared keys have been checked with the model.
    if case .propertyNames = self { return [] }
    var names: [Key: String] = discriminator.map { [Key($0): "the discriminator"] } ?? [:]
    return entity.properties.compactMap { property in
      let key = key(of: property)
      guard let other = names.updateValue(property.name, forKey: Key(key)) else { return nil }
      return ValidationFailure(
        entity: entity.name, keyPath: [property.name], .duplicateKey,
        customMessage: "{place} must have a key of its own in JSON, but \(key.quotedForMessage) "
          + "belongs to \(other), too. Declare another with key(_:).")
    }
  }

  /// Keys are compared by their bytes.
  struct Key: Hashable {
    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }
  }

  func key(for name: String) -> String {
    switch self {
    case .propertyNames: name
    case .capitalized: name.prefix(1).uppercased() + name.dropFirst()
    case .custom(let make): make(name)
    case .snakeCase: Self.snakeCase(name)
    }
  }

  /// A word starts at a capital letter after a small letter or a digit, and at the last of several capital letters:
  /// `unit_price`, `book_id`, `html_text`.
  private static func snakeCase(_ name: String) -> String {
    let letters = Array(name)
    var key = ""
    for (index, letter) in letters.enumerated() {
      if letter.isUppercase, index > 0, letters[index - 1] != "_" {
        let isAfterWord = !letters[index - 1].isUppercase
        let isBeforeWord = index + 1 < letters.count && letters[index + 1].isLowercase
        if isAfterWord || isBeforeWord { key += "_" }
      }
      key += letter.lowercased()
    }
    return key
  }
}
