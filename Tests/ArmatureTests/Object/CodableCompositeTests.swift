import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Composites that say by `Codable` what they are made of.
@Suite struct CodableCompositeTests {
  enum Material: String, Codable, AttributeConvertible { case oak, steel }

  struct Size: CompositeValue, Codable, Hashable {
    var width, height: Double
    static var elements: [AttributeDescription] {
      Attribute("width", Double.self).range(0...)
      Attribute("height", Double.self).range(0...)
    }
  }

  struct Frame: CompositeValue, Codable, Hashable {
    var size: Size
    var material: Material
    var price: Decimal
    var made: Date?
    var tags: [String]
    var count: Int16

    enum CodingKeys: String, CodingKey { case size, material, price, made, tags, count = "pieces" }

    static var elements: [AttributeDescription] {
      Attribute("size", Size.self)
      Attribute("material", Material.self)
      Attribute("price", Decimal.self)
      Attribute("made", Date?.self)
      Attribute("tags", [String].self)
      Attribute("pieces", Int16.self)
    }
  }

  struct Picture: EntityType {
    static let schema = Picture()
    let frame = Attribute<Frame?>()
  }

  @Test(arguments: [nil, Date(timeIntervalSinceReferenceDate: 7)] as [Date?])
  func `a composite is kept and read as it was`(made: Date?) throws {
    let container = try PersistentContainer(model: ManagedObjectModel("Shop") { Picture.self })
    let frame = Frame(
      size: Size(width: 2, height: 3.5), material: .steel, price: 4.5, made: made,
      tags: ["a", "b"], count: 4)
    let context = container.makeContext()
    let picture = try context.insert(Picture.self) { $0.frame = frame }
    #expect(frame.elementValues["made"] == made.map { .date($0) })
    #expect(frame.elementValues["pieces"] == .int(4))
    try context.save()
    let found = try container.makeContext().fetch(Picture.self)
    #expect(found.map(\.frame) == [frame])
    picture.frame?.size.width = -1
    #expect(picture.validate().map(\.keyPath) == [["frame", "size", "width"]])
  }

  @Test func `a composite without an element that it needs is none`() {
    #expect(Size(elements: ["width": .double(1)]) == nil)
    #expect(Size(elements: ["width": .double(1), "height": .null]) == nil)
    #expect(Size(elements: ["width": .double(1), "height": .string("a")]) == nil)
    #expect(Size(elements: ["width": .double(1), "height": .double(2)]) != nil)
  }
}
