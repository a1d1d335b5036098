/// What an untyped dynamic member yields: an attribute's value, an object, or several objects.
///
/// ```swift
/// let name = book.author?.name
/// print(name == "Frank Herbert", name ?? "nobody")  // true "Frank Herbert"
/// if case .object(let object)? = book.author { print(object === author) }
/// ```
/// It can be chained (`book.author?.name`) and, unlike ``AttributeValue``, holds live objects, so
/// it is not `Sendable`: the compiler refuses to carry it, and the objects in it, to another task.
@dynamicMemberLookup public enum PropertyValue {
  /// The value of an attribute; never ``AttributeValue/null``, for which `nil` stands.
  case attribute(AttributeValue)
  /// The object at the end of a to-one relationship.
  case object(any PropertyContainer)
  /// The objects at the end of a to-many relationship, in its order.
  case objects([any PropertyContainer])

  /// A property of the object that this is, typed by where it is used; `nil` where it has no value.
  ///
  /// It traps as a member of the object itself does. A composite has its elements as members, several
  /// objects have `count` and `isEmpty`; all else has none, and traps.
  ///
  /// `@inlinable`: a chain then costs a call and two loads for each link, where generic conversions
  /// cost 100 ns.
  @inlinable
  public subscript<Value: PropertyConvertible>(dynamicMember name: PropertyName) -> Value? {
    @inline(__always) get {
      let kind = Value.storageKind
      if kind != .converted, kind != .object, kind != .objects,
        let memory = memory(of: name.key(kind))
      {
        return Value._load(memory)
      }
      return property(named: name, as: Value.self)
    }
    nonmutating set { setProperty(newValue?.propertyValue, named: name) }
  }

  /// A property of the object that this is, to chain on; `nil` where it has no value.
  @_disfavoredOverload @inlinable
  public subscript(dynamicMember name: PropertyName) -> PropertyValue? {
    @inline(__always) get {
      if let end = end(of: name.key(.object)) { return .object(end) }
      return property(named: name)
    }
    nonmutating set { setProperty(newValue, named: name) }
  }

  /// Where a value of the object lies that this is.
  ///
  /// Out of line, as the next one: where it is inlined, one more reference is counted, which takes half as long as all the
  /// rest.
  @usableFromInline @inline(never) func memory(of key: UInt64) -> UnsafeRawPointer? {
    if case .object(let object) = self { object._memory(of: key) } else { nil }
  }

  @usableFromInline @inline(never) func end(of key: UInt64) -> (any PropertyContainer)? {
    if case .object(let object) = self { object._end(of: key) } else { nil }
  }

  /// One of the objects at the end of a to-many relationship, by its position from 0.
  ///
  /// Traps where there is no such position, and for anything else than several objects.
  public subscript(position: Int) -> PropertyValue {
    guard case .objects(let objects) = self, objects.indices.contains(position) else {
      programmerError(
        "The position \(position) must be that of one of several objects, but was read from \(self)."
      )
    }
    return .object(objects[position])
  }

  @usableFromInline func property<Value: PropertyConvertible>(
    named name: PropertyName, as type: Value.Type
  ) -> Value? {
    if case .object(let object) = self { return object._property(named: name, as: type) }
    guard let value = property(named: name) else { return nil }
    guard let converted = Value.from(value) else {
      programmerError(
        "\(name.text) of \(self) must be read as what it is, \(value), but is read as \(type).")
    }
    return converted
  }

  @usableFromInline func property(named name: PropertyName) -> PropertyValue? {
    switch self {
    case .object(let object): return object._property(named: name)
    case .attribute(.composite(let elements)):
      return elements[name.text].flatMap(PropertyValue.init)
    case .objects(let objects):
      switch name.text {
      case "count": return .attribute(.int(Int64(objects.count)))
      case "isEmpty": return .attribute(.bool(objects.isEmpty))
      default:
        programmerError(
          "\(name.text) must be read from one object, but was read from the objects \(self). Take "
            + "one by its position, or say their type: `let objects: [ManagedObject]? = …`.")
      }
    case .attribute(let value):
      programmerError(
        "\(name.text) must be read from an object, but was read from \(value.typeName) \(value). Say "
          + "its type first: `let value: \(value.naturalType?.swiftName ?? "AttributeValue")? = …`."
      )
    }
  }

  @usableFromInline func setProperty(_ value: PropertyValue?, named name: PropertyName) {
    guard case .object(let object) = self else {
      programmerError(
        "\(name.text) must be set on an object, but was set on \(self). Set the whole value, or "
          + "call setValue(_:forKeyPath:).")
    }
    object._setProperty(value, named: name)
  }
}

extension PropertyValue {
  /// Wraps a value; fails for the absence of one.
  public init?(_ value: AttributeValue) {
    if case .null = value { return nil }
    self = .attribute(value)
  }
}

extension PropertyValue: Equatable {
  /// Compares values by content and objects by identity.
  public static func == (left: PropertyValue, right: PropertyValue) -> Bool {
    switch (left, right) {
    case (.attribute(let a), .attribute(let b)): a == b
    case (.object(let a), .object(let b)): a === b
    case (.objects(let a), .objects(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0 === $1 }
    default: false
    }
  }
}

extension PropertyValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  /// Makes text.
  public init(stringLiteral value: String) { self = .attribute(.string(value)) }
  /// Makes an integer.
  public init(integerLiteral value: Int64) { self = .attribute(.int(value)) }
  /// Makes a floating-point number.
  public init(floatLiteral value: Double) { self = .attribute(.double(value)) }
  /// Makes a truth value.
  public init(booleanLiteral value: Bool) { self = .attribute(.bool(value)) }
}

extension PropertyValue: CustomStringConvertible {
  /// The value as messages show it; objects by entity and number.
  public var description: String {
    switch self {
    case .attribute(let value): value.description
    case .object(let object): object.objectID.description
    case .objects(let objects):
      "[" + objects.map(\.objectID.description).joined(separator: ", ") + "]"
    }
  }
}

// Where the extensions stand is said at `TextQueryExpression`.

extension CustomStringConvertible where Self == PropertyValue {
  /// Refuses a word; a value has it once its type is known.
  @available(*, unavailable, message: "say the type first: let title: String? = book.title")
  public func uppercased() -> String {
    // Unavailable: no call of it compiles.
    fatalError()
  }

  /// Refuses a word; a value has it once its type is known.
  @available(*, unavailable, message: "say the type first: let title: String? = book.title")
  public func lowercased() -> String {
    // Unavailable: no call of it compiles.
    fatalError()
  }

  /// Refuses a word; a value has it once its type is known.
  @available(*, unavailable, message: "say the type first: let title: String? = book.title")
  public func hasPrefix(_ prefix: String) -> Bool {
    // Unavailable: no call of it compiles.
    fatalError()
  }

  /// Refuses a word; a value has it once its type is known.
  @available(*, unavailable, message: "say the type first: let title: String? = book.title")
  public func hasSuffix(_ suffix: String) -> Bool {
    // Unavailable: no call of it compiles.
    fatalError()
  }
}

extension Optional where Wrapped == PropertyValue {
  /// Refuses a word; the object that has the relationship changes it.
  @available(
    *, unavailable, message: "the object adds to it: try author.insert(book, into: \"books\")"
  )
  public func append(_ object: Any) {
    // Unavailable: no call of it compiles.
    fatalError()
  }
}
