import Armature
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Two values of one attribute type, and all ways to set and get them.
struct TypeCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let check: @Sendable (ManagedObject) throws -> Void

  init<Value: AttributeConvertible & Equatable>(_ key: String, _ first: Value, _ second: Value) {
    testDescription = "\(key): \(Value.self)"
    check = { object in
      try key.withPropertyName { name in
        func read() -> Value? { object[dynamicMember: name] }
        func untyped() -> PropertyValue? { object[dynamicMember: name] }

        // A missing value.
        #expect(read() == nil)
        #expect(untyped() == nil)
        #expect(object[key] == nil)
        #expect(try object.value(forKey: key) == .null)
        #expect(try object.value(forKey: key, as: Value.self) == nil)

        // Set with a type, and read in every other way.
        object[dynamicMember: name] = first
        #expect(read() == first)
        #expect(untyped() == .attribute(first.attributeValue))
        #expect(object[key] == first.attributeValue)
        #expect(try object.value(forKey: key) == first.attributeValue)
        #expect(try object.value(forKey: key, as: Value.self) == first)
        #expect(try object.value(forKey: key, as: Value?.self) == .some(first))
        #expect(try object.primitiveValue(forKey: key) == first.attributeValue)

        // Set untyped, by key, by subscript, and as a primitive value.
        object[dynamicMember: name] = PropertyValue.attribute(second.attributeValue)
        #expect(read() == second)
        try object.setValue(first, forKey: key)
        #expect(read() == first)
        object[key] = second.attributeValue
        #expect(read() == second)
        try object.setPrimitiveValue(first, forKey: key)
        #expect(read() == first)

        // Cleared in each of these ways.
        object[dynamicMember: name] = Value?.none
        #expect(read() == nil && untyped() == nil)
        object[dynamicMember: name] = first
        try object.setValue(nil, forKey: key)
        #expect(read() == nil)
        object[dynamicMember: name] = first
        object[key] = nil
        #expect(read() == nil)
        object[dynamicMember: name] = first
        object[key] = .null
        #expect(read() == nil)
        object[dynamicMember: name] = first
        try object.setPrimitiveValue(nil, forKey: key)
        #expect(read() == nil)
      }
    }
  }

  static let all: [TypeCase] = [
    TypeCase("flag", true, false),
    TypeCase("small", Int16.min, Int16.max),
    TypeCase("medium", Int32.min, Int32.max),
    TypeCase("large", Int.min, Int.max),
    TypeCase("wide", Int64.min, Int64.max),
    TypeCase("single", -Float.greatestFiniteMagnitude, Float.leastNonzeroMagnitude),
    TypeCase("number", -Double.greatestFiniteMagnitude, Double.leastNonzeroMagnitude),
    TypeCase(
      "money", Decimal.greatestFiniteMagnitude,
      Decimal(sign: .minus, exponent: -3, significand: 1)),
    TypeCase("text", "", "fifteen bytes!!"),
    TypeCase("text", "sixteen bytes!!!", String(repeating: "e\u{301}👨‍👩‍👧", count: 1000)),
    TypeCase("text", "\u{0}", "\u{FFFF}\u{202E}"),
    TypeCase("moment", Date.distantPast, Date.distantFuture),
    TypeCase("bytes", Data(), Data(0...13)),
    TypeCase("bytes", Data(0...14), Data(repeating: 7, count: 100_000)),
    TypeCase(
      "identifier", UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), UUID()),
    TypeCase("link", URL(filePath: "/a b"), URL(filePath: "/tmp/ü?#")),
    TypeCase(
      "zoned", ZonedDate(date: Date(0.5), timeZoneIdentifier: "Asia/Kathmandu"),
      ZonedDate(date: Date(0.5), timeZoneIdentifier: "GMT")),
    TypeCase("format", EveryType.Format.paper, .audio),
    TypeCase("level", EveryType.Level.low, .high),
    TypeCase("colour", EveryType.Colour(255, 128, 0), EveryType.Colour(0, 0, 1)),
    TypeCase(
      "address", EveryType.Address(street: "Main Street"),
      EveryType.Address(street: "", city: "X", position: EveryType.Position(.infinity, -0.0))),
  ]
}

@Suite struct DynamicMemberTests {
  @Test(arguments: TypeCase.all)
  func `a value of each type is set, read and cleared in every way`(_ type: TypeCase) throws {
    let (context, object) = try ManagedObjectModel.sample()
    try type.check(object)
    context.rollback()
  }

  @Test(arguments: TypeCase.all)
  func `an object outside of a context behaves the same`(_ type: TypeCase) throws {
    let object = try ManagedObjectModel.everyType().makeObject("Sample")
    try type.check(object)
    #expect(object.objectState == .detached)
  }

  @Test func `literals and variables of the type are set as they are`() throws {
    let (context, sample) = try ManagedObjectModel.sample()
    defer { context.reset() }
    sample.flag = true
    sample.large = 12
    sample.number = 1.5
    sample.text = "twelve \(12)"
    let text: String? = sample.text
    let large: Int? = sample.large
    #expect(sample.flag == true && large == 12 && sample.number == 1.5 && text == "twelve 12")
    sample.large! += 1
    #expect((sample.large ?? 0) + (sample.large ?? 0) == 26)
    let none: Int? = nil
    sample.large = none
    #expect(sample.large == nil)
    let optional: String?? = sample.text
    #expect(optional == .some("twelve 12"))
  }

  @Test func `an integer is read as any width that holds it, and refused otherwise`() throws {
    let (context, sample) = try ManagedObjectModel.sample()
    defer { context.reset() }
    sample.small = 300
    let wide: Int? = sample.small
    let medium: Int32? = sample.small
    #expect(wide == 300 && medium == 300)
    sample.large = Int16(7)
    #expect(sample.large == 7)
    #expect(throws: ManagedObjectError.self) { try sample.setValue(40_000, forKey: "small") }
    #expect(sample.small == 300)
  }

  @Test func `every bit of a floating-point number is kept`() throws {
    let (context, sample) = try ManagedObjectModel.sample()
    defer { context.reset() }
    var random = SplitMix64(seed: 67)
    var wrong: [UInt64] = []
    for _ in 0..<10_000 {
      let bits = random.next()
      sample.number = Double(bitPattern: bits)
      let typed: Double? = sample.number
      // A conversion can quiet a signalling NaN; it stays a NaN.
      guard case .double(let value)? = sample["number"] else { return wrong.append(bits) }
      let isSame = value.bitPattern == bits || value.isNaN && Double(bitPattern: bits).isNaN
      if typed?.bitPattern != bits || !isSame { wrong.append(bits) }
    }
    #expect(wrong == [])
    sample.number = -0.0
    #expect(sample.number.map { (value: Double) in value.sign } == .minus)
  }

  @Test func `nil, empty and missing are told apart`() throws {
    let (context, sample) = try ManagedObjectModel.sample()
    defer { context.reset() }
    sample.text = ""
    sample.bytes = Data()
    sample.large = 0
    sample.flag = false
    #expect(sample["text"] == "" && sample["bytes"] == .data(Data()))
    #expect(sample["large"] == 0 && sample["flag"] == false)
    #expect(sample["number"] == nil && sample["unheard"] == nil)
    sample.text = nil as String?
    #expect(sample["text"] == nil && sample.text == nil)
  }

  @Test func `untyped members chain through objects and composites and pass values on`() throws {
    let shelf = try Bookshelf()
    let author = try shelf.author("Frank")
    let dune = try shelf.book("Dune", by: author)
    let other = try shelf.book("Messiah")
    #expect(dune.author?.name == "Frank")
    #expect(other.author?.name == nil)
    dune.author?.name = "Frank Herbert"
    #expect(author.name == "Frank Herbert")
    dune.author?.patron = author
    #expect(dune.author?.patron?.name == "Frank Herbert")
    other.title = dune.title
    other.author = dune.author
    #expect(other.title == "Dune")
    #expect(author.many("books") == [dune, other])
    let name: String? = dune.author?.name
    #expect(name == "Frank Herbert")

    let (context, sample) = try ManagedObjectModel.sample()
    defer { context.reset() }
    sample.address = EveryType.Address(
      street: "Main", city: "Berlin", position: EveryType.Position(52.5, 13.4))
    #expect(sample.address?.city == "Berlin")
    #expect(sample.address?.position?.latitude == 52.5)
    #expect(sample.address?.position?.altitude == nil)
    #expect(sample.text?.anything == nil)
  }

  @Test func `a to-many relationship is an array, a set, or untyped`() throws {
    let shelf = try Bookshelf()
    let author = try shelf.author()
    let empty: Set<ManagedObject>? = author.books
    #expect(empty == [])
    let (a, b) = (try shelf.book("A"), try shelf.book("B"))
    author.books = [b, a]
    let array: [ManagedObject]? = author.books
    let set: Set<ManagedObject>? = author.books
    #expect(array == [b, a] && set == [a, b])
    #expect(author["books"] == .objects([b.objectID, a.objectID]))
    author.books = Set([b, a])
    #expect(author.many("books") == [a, b])
    author.books = nil as [ManagedObject]?
    #expect(author.many("books") == [] && a.one("author") == nil)
    author["books"] = .objects([a.objectID])
    #expect(a.one("author") == author)
    a["author"] = .object(author.objectID)
    #expect(author.many("books") == [a])
  }
}
