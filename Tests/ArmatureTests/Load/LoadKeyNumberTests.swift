@testable import Armature
import Testing

/// Loading into a context that has assigned very many keys.
@Suite struct LoadKeyNumberTests {
  @Test(arguments: [Int64(Int32.max), Int64(UInt32.max), 1 << 53])
  func `records with large keys are validated as all others are`(start: Int64) throws {
    let context = ManagedObjectContext(model: try .catalogue())
    context.graph.keys.blocks.next = start - 2
    context.graph.keys.firstKey = start - 2
    let records = (0..<6).map { "{\"name\": \"\($0)\"}" }.joined(separator: ",")
    let result = try context.load(.text("[\(records)]", as: "Author"))
    #expect(result.objects.map(\.objectID.key) == Array((start - 2)..<(start + 4)))
    #expect(result.objects.allSatisfy { context.registeredObject(for: $0.objectID) === $0 })
    let wrong = (0..<6).map { "{\"name\": \"x\($0)\", \"mentor\": \"\($0)\", \"born\": 5}" }
    let report = try context.loadReport(.text("[\(wrong.joined(separator: ","))]", as: "Author"))
    #expect(report.map(\.code) == Array(repeating: "type.wrong", count: 6))
    let empty = try context.loadReport(.text("[{\"name\": \"\"}, {}]", as: "Author"))
    #expect(empty.count == 2 && context.registeredObjects == result.objects)
    #expect(brokenInvariants(of: context).isEmpty)
  }
}
