/// The value of an untyped dynamic member. It is the value of an attribute, an object, or several objects.
///
/// ```swift
/// let name = book.author?.name
/// print(name == "Frank Herbert", name ?? "nobody")  // true "Frank Herbert"
/// if case .object(let object)? = book.author { print(object === author) }
/// ```
/// A property value has the properties of its object as members, so you can write `book.author?.name`. It contains the
/// object itself, whereas an ``AttributeValue`` contains only its ID. Because objects are not `Sendable`, the compiler
/// does not let you pass a property value to another task.
@dynamicMemberLookup public enum PropertyValue {
  /// The value of an attribute. It is never ``AttributeValue/null``. A missing value is represented by `nil` instead of
  /// a `PropertyValue`.
  case attribute(AttributeValue)
  /// The object at the end of a to-one relationship.
  case object(any PropertyContainer)
  /// The objects at the end of a to-many relationship, in the order of the relationship.
  case objects([any PropertyContainer])

  /// Returns a property of this object, in the type that the surrounding code expects. A missing value is `nil`.
  ///
  /// If the value is an object, the subscript traps in the same cases as a member of the object itself. A composite has
  /// its elements as members, and several objects have the members `count` and `isEmpty`. All other values have no
  /// members, so the subscript traps.
  ///
  /// Because of `@inlinable`, each step of a chain takes only a call and two loads. A generic conversion would take
  /// 100 ns.
  @inlinable
  public subscript<Value: PropertyConvertible>(dynamicMember name: PropertyName) -> Value? {
    @inline(__always) get {
      let kind = Value.storageKind
      if kind != .converted, kind != .object, kind != .objects, case .object(let object) = self,
        let memory = object._memory(of: name.key(kind))
      {
        return Value._load(memory)
      }
      return property(named: name, as: Value.self)
    }
    nonmutating set { setProperty(newValue?.propertyValue, named: name) }
  }

  /// Returns a property of this object, which can be followed by another member. A missing value is `nil`.
  @_disfavoredOverload @inlinable
  public subscript(dynamicMember name: PropertyName) -> PropertyValue? {
    @inline(__always) get {
      if case .object(let object) = self, let end = object._end(of: name.key(.object)) {
        return .object(end)
      }
      return property(named: name)
    }
    nonmutating set { setProperty(newValue, named: name) }
  }

  /// Returns one object of a to-many relationship by its position, counted from 0.
  ///
  /// A position out of range traps, and so does a value that is not several objects.
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
        "\(name.text) of \(self) must be read with its own type, \(value), but is read as \(type).")
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
  /// Creates a property value from an attribute's value. Returns `nil` for ``AttributeValue/null``.
  public init?(_ value: AttributeValue) {
    if case .null = value { return nil }
    self = .attribute(value)
  }
}

extension PropertyValue: Equatable {
  /// Returns whether two values have equal content or are the same objects.
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
  /// Creates a text.
  public init(stringLiteral value: String) { self = .attribute(.string(value)) }
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .attribute(.int(value)) }
  /// Creates a floating-point number.
  public init(floatLiteral value: Double) { self = .attribute(.double(value)) }
  /// Creates a Boolean value.
  public init(booleanLiteral value: Bool) { self = .attribute(.bool(value)) }
}

extension PropertyValue: CustomStringConvertible {
  /// The value as it is shown in messages. An object is shown as its entity and number.
  public var description: String {
    switch self {
    case .attribute(let value): value.description
    case .object(let object): object.objectID.description
    case .objects(let objects):
      "[" + objects.map(\.objectID.description).joined(separator: ", ") + "]"
    }
  }
}

// The comment on `TextQueryExpression` explains why these extensions are declared this way.

extension CustomStringConvertible where Self == PropertyValue {
  /// Unavailable: give the value a type first.
  @available(*, unavailable, message: "declare the type first: let title: String? = book.title")
  public func uppercased() -> String {
    neverCalled()
  }

  /// Unavailable: give the value a type first.
  @available(*, unavailable, message: "declare the type first: let title: String? = book.title")
  public func lowercased() -> String {
    neverCalled()
  }

  /// Unavailable: give the value a type first.
  @available(*, unavailable, message: "declare the type first: let title: String? = book.title")
  public func hasPrefix(_ prefix: String) -> Bool {
    neverCalled()
  }

  /// Unavailable: give the value a type first.
  @available(*, unavailable, message: "declare the type first: let title: String? = book.title")
  public func hasSuffix(_ suffix: String) -> Bool {
    neverCalled()
  }
}

extension Optional where Wrapped == PropertyValue {
  /// Unavailable: use `insert(_:into:)` of the object that has the relationship.
  @available(
    *, unavailable, message: "use try author.insert(book, into: \"books\")"
  )
  public func append(_ object: Any) {
    neverCalled()
  }
}
