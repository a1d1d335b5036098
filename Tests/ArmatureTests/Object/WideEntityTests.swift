import Armature
import Testing

@Suite struct WideEntityTests {
  @Test func `the widest rows that a model allows are read and written`() throws {
    let types: [AttributeType] = [.url, .string, .data, .zonedDate]
    let properties = (0..<9_999).map { index in
      PropertyDescription.attribute(
        AttributeDescription("a\(index)", types[index % types.count], isOptional: true))
    }
    let last = AttributeDescription("last", .string, isOptional: true)
    let model = try ManagedObjectModel(
      "Wide", entities: [EntityDescription("Wide", properties: properties + [.attribute(last)])])
    let object = try model.makeObject("Wide")
    object.last = "end"
    try object.setValue("first", forKey: "a1")
    #expect(object.last == "end" && object.a1 == "first")
    #expect(try object.value(forKey: "a9998").isNull)
  }
}
