/// Any JSON value (RFC 8259). It can be the value of an attribute, for data whose structure the model leaves open.
///
/// ```swift
/// let model = try ManagedObjectModel("Shop") {
///   Entity("Product") { Attribute("extra", JSONValue?.self) }
/// }
/// let context = ManagedObjectContext(model: model)
/// let product = try context.insert("Product")
/// product.extra = ["price": 12.50, "tags": ["new", "blue"]] as JSONValue
/// let extra: JSONValue? = product.extra
/// print(extra?.tags?[0] ?? .null, extra ?? .null)  // "new" {"price":12.5,"tags":["new","blue"]}
/// ```
/// A value keeps the order of the members of an object, and each number as it is written. Two values are equal if they
/// mean the same: the order of members does not matter, and neither does the spelling of a number, so `1.0` equals `1`.
///
/// JSON's `null` is a value, too. An attribute without a value is `nil` instead.
///
/// ## Topics
///
/// ### Kinds of Values
///
/// - ``null``
/// - ``bool(_:)``
/// - ``number(_:)``
/// - ``string(_:)``
/// - ``array(_:)``
/// - ``object(_:)``
///
/// ### Reading a Part
///
/// - ``subscript(_:)-(Int)``
/// - ``subscript(_:)-(String)``
/// - ``subscript(dynamicMember:)``
///
/// ### Reading a Value
///
/// - ``boolValue``
/// - ``intValue``
/// - ``doubleValue``
/// - ``stringValue``
/// - ``arrayValue``
/// - ``objectValue``
@dynamicMemberLookup
public enum JSONValue: Hashable, Sendable {
  /// The value `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number of any size and precision.
  case number(JSONNumber)
  /// Text. Texts are compared by their UTF-8 bytes.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Values by their keys.
  case object(JSONObject)

  /// Returns whether two values mean the same.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }

  /// Hashes the whole value.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): value.hashBytes(into: &hasher)
    case .array(let values): hasher.combine(values)
    case .object(let object): hasher.combine(object)
    }
  }

  /// Returns whether two values have the same text: the same members in the same order, and the same digits.
  package func hasSameText(as other: JSONValue) -> Bool {
    switch (self, other) {
    case (.number(let a), .number(let b)): a.text == b.text
    case (.array(let a), .array(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.hasSameText(as: $1) }
    case (.object(let a), .object(let b)):
      a.count == b.count
        && zip(a, b).allSatisfy {
          $0.key.hasSameBytes(as: $1.key) && $0.value.hasSameText(as: $1.value)
        }
    default: self == other
    }
  }
}

extension JSONValue {
  /// The value as a Boolean value; `nil` for other values.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The value as an integer; `nil` for other values and for numbers that are not whole or need more than 64 bits.
  public var intValue: Int? {
    if case .number(let number) = self { number.int64.flatMap(Int.init(exactly:)) } else { nil }
  }

  /// The floating-point number nearest to the value; `nil` for other values, and for numbers out of its range.
  public var doubleValue: Double? {
    if case .number(let number) = self { number.double } else { nil }
  }

  /// The value as text; `nil` for other values.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }

  /// The values of an array; `nil` for other values.
  public var arrayValue: [JSONValue]? { if case .array(let values) = self { values } else { nil } }

  /// The object; `nil` for other values.
  public var objectValue: JSONObject? { if case .object(let object) = self { object } else { nil } }

  /// The value at an index of an array. It is `nil` for other values, and if the array is shorter.
  ///
  /// Setting a value replaces the one at the index, or appends it if the index is the array's count. Setting `nil`
  /// removes the value at the index. Anything else has no effect.
  public subscript(index: Int) -> JSONValue? {
    get {
      guard case .array(let values) = self, values.indices.contains(index) else { return nil }
      return values[index]
    }
    set {
      guard case .array(var values) = self, 0...values.count ~= index else { return }
      switch (newValue, index == values.count) {
      case (let value?, true): values.append(value)
      case (let value?, false): values[index] = value
      case (nil, false): values.remove(at: index)
      case (nil, true): return
      }
      self = .array(values)
    }
  }

  /// The value of a member of an object. It is `nil` for other values, and for keys that the object does not have.
  ///
  /// Setting a value replaces the member, or adds it at the end. Setting `nil` removes it. Setting a member of a value
  /// that is not an object has no effect.
  public subscript(key: String) -> JSONValue? {
    get { if case .object(let object) = self { object[key] } else { nil } }
    set {
      guard case .object(var object) = self else { return }
      // Leaves one owner of the members, so that they are changed in place.
      self = .null
      object[key] = newValue
      self = .object(object)
    }
  }

  /// The value of a member of an object: `extra.price` is the same as `extra["price"]`.
  public subscript(dynamicMember key: String) -> JSONValue? {
    get { self[key] }
    set { self[key] = newValue }
  }
}

extension JSONValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a whole number.
  public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
  /// Creates a number. It has the shortest digits that lead to the same `Double`.
  public init(floatLiteral value: Double) {
    self = JSONNumber(value).map(JSONValue.number) ?? .null
  }
  /// Creates a Boolean value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates `null`.
  public init(nilLiteral: ()) { self = .null }
  /// Creates an array.
  public init(arrayLiteral values: JSONValue...) { self = .array(values) }
  /// Creates an object. The last member with a key counts.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(JSONObject(members))
  }
}
