/// The members of a JSON object, in their order.
///
/// ```swift
/// var size: JSONObject = ["width": 3, "height": 4]
/// size["depth"] = 5
/// size["height"] = nil
/// print(size.map(\.key), size["width"] ?? .null)  // ["width", "depth"] 3
/// ```
/// Two objects are equal if they have the same members in any order. Keys are compared by their UTF-8 bytes.
///
/// - Complexity: Reading or replacing a member is O(1) on average. Removing one is O(*n*).
public struct JSONObject: Sendable {
  /// A key and its value.
  public struct Member: Sendable, Hashable {
    /// The key.
    public let key: String
    /// The value.
    public fileprivate(set) var value: JSONValue

    /// Creates a member.
    public init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// A key in the index, which compares the bytes of texts.
  private struct IndexKey: Hashable {
    let text: String
    static func == (left: IndexKey, right: IndexKey) -> Bool {
      left.text.hasSameBytes(as: right.text)
    }
    func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
  }

  private var members: [Member] = []
  /// The places of the members by key, if there are too many to look at each.
  private var places: [IndexKey: Int]?

  private static let indexThreshold = 12

  /// Creates an object without members.
  public init() {}

  /// Creates an object. The last of several values for a key counts, at the place of the first.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    for (key, value) in members { self[key] = value }
  }

  /// Adds a member at the end, and returns true. Returns false if there is a member with the key.
  package mutating func append(_ key: String, _ value: JSONValue) -> Bool {
    if let places {
      if places[IndexKey(text: key)] != nil { return false }
    } else if place(of: key) != nil {
      return false
    }
    places?[IndexKey(text: key)] = members.count
    members.append(Member(key: key, value: value))
    if places == nil, members.count > Self.indexThreshold { index() }
    return true
  }

  /// The value of the member with a key.
  ///
  /// Setting a value replaces the member, or adds it at the end. Setting `nil` removes it.
  public subscript(key: String) -> JSONValue? {
    get { place(of: key).map { members[$0].value } }
    set {
      let place = place(of: key)
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (nil, let value?): _ = append(key, value)
      case (let place?, nil):
        members.remove(at: place)
        if places != nil { index() }
      case (nil, nil): break
      }
    }
  }

  private func place(of key: String) -> Int? {
    if let places { return places[IndexKey(text: key)] }
    return members.firstIndex { $0.key.hasSameBytes(as: key) }
  }

  private mutating func index() {
    places =
      members.count > Self.indexThreshold
      ? Dictionary(
        uniqueKeysWithValues: members.enumerated().map { (IndexKey(text: $1.key), $0) }) : nil
  }
}

extension JSONObject: RandomAccessCollection, ExpressibleByDictionaryLiteral {
  /// The index of the first member.
  public var startIndex: Int { 0 }
  /// The index after the last member.
  public var endIndex: Int { members.count }
  /// The member at an index.
  public subscript(index: Int) -> Member { members[index] }

  /// Creates an object. The last of several values for a key counts.
  public init(dictionaryLiteral members: (String, JSONValue)...) { self.init(members) }
}

extension JSONObject: Hashable {
  /// Returns whether two objects have the same members, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
  }

  /// Hashes the members, so that their order does not matter.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    var sum = 0
    for member in members {
      var each = Hasher()
      member.key.hashBytes(into: &each)
      each.combine(member.value)
      sum &+= each.finalize()
    }
    hasher.combine(sum)
  }
}
