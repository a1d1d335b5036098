/// How JSON is read: what is an error and what is overlooked.
public struct LoadOptions: Sendable {
  /// How strictly data must follow the model.
  public var mode: Mode
  /// The keys of properties that declare none.
  public var keys: KeyStrategy
  /// Whether the rules of the model are checked, too.
  public var validates: Bool
  /// How deep arrays and objects may be nested.
  public var depthLimit: Int
  /// Called now and then with the number of records read so far.
  public var progress: (@Sendable (Int) -> Void)?

  /// How strictly data must follow the model.
  public enum Mode: String, Hashable, Sendable {
    /// Each value has the JSON type of its attribute, and each key is a property.
    case strict
    /// Unknown keys are warnings; numbers, truth values and dates may be written as text, and
    /// numbers stand for text. Nothing is ever rounded or guessed.
    case lenient
  }

  /// Makes options; by default data is read strictly and checked.
  public init(
    _ mode: Mode = .strict, keys: KeyStrategy = .propertyNames, validates: Bool = true,
    depthLimit: Int = 512, progress: (@Sendable (Int) -> Void)? = nil
  ) {
    self.mode = mode
    self.keys = keys
    self.validates = validates
    self.depthLimit = depthLimit
    self.progress = progress
  }
}

/// How the keys in JSON follow from the names of properties, where a declaration gives no key.
public enum KeyStrategy: Sendable {
  /// The same names.
  case propertyNames
  /// Words in small letters with underscores: `unitPrice` is `unit_price`.
  case snakeCase
  /// A capital letter first: `unitPrice` is `UnitPrice`.
  case capitalized
  /// What a closure makes of the name.
  case custom(@Sendable (String) -> String)

  func key(for name: String) -> String {
    switch self {
    case .propertyNames: name
    case .capitalized: name.prefix(1).uppercased() + name.dropFirst()
    case .custom(let make): make(name)
    case .snakeCase:
      name.reduce(into: "") { key, character in
        if character.isUppercase {
          if !key.isEmpty && key.last != "_" { key += "_" }
          key += character.lowercased()
        } else {
          key.append(character)
        }
      }
    }
  }
}

/// What a load brought into a context.
public struct LoadResult {
  private let context: ManagedObjectContext
  private let numbers: Range<Int>
  /// The warnings; there is no error, or nothing would have been loaded.
  public let report: ValidationReport

  init(context: ManagedObjectContext, numbers: Range<Int>, report: ValidationReport) {
    self.context = context
    self.numbers = numbers
    self.report = report
  }

  /// The objects, in the order in which their records start, as far as they are still there.
  ///
  /// - Complexity: O(*n*).
  public var objects: [ManagedObject] { numbers.compactMap { context.identityMap[$0] } }

  /// How many objects were made.
  public var count: Int { numbers.count }

  /// How many objects there are of each entity.
  ///
  /// - Complexity: O(*n*).
  public var counts: [String: Int] {
    objects.reduce(into: [:]) { $0[$1.runtime.entity.name, default: 0] += 1 }
  }
}
