import Armature
import ArmatureTools
import Testing

@testable import ArmatureCommands

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct GenerateTests {
  @Test func `what is generated from a model file is printed, or written whole`() throws {
    let folder = try Folder()
    let model = try folder.write(Shop.model(), to: "shop.json")
    let outcome = Outcome.of(["generate", model])
    #expect(try outcome.status == 0 && outcome.result == SwiftSource(of: Shop.model()).text)
    let path = folder.path.appendingPath("Model.swift")
    #expect(Outcome.of(["generate", model, "--as", "dynamic", "-o", path]).result == path + "\n")
    #expect(try String(decoding: Files.read(path), as: UTF8.self) == outcome.result)
  }

  @Test func `compiled sources have the fingerprints of their models`() throws {
    try expectSameFingerprints([try Shop.model()] + (1...4).map { try Self.randomModel(seed: $0) })
  }

  @Test(
    .enabled(
      if: FileStatus(Self.corpus) != nil,
      "The models of public projects stand beside the repository, in ../shared/corpus, and are not there."
    ))
  func `so have those of models of public projects`() throws {
    let paths = [
      "SwiftGen+SwiftGen/Model.xcdatamodeld", "carekit-apple+CareKit/CareKitStore.xcdatamodeld",
      "phimage+MomXML/Model.xcdatamodeld", "sequelpro+sequelpro/SPUserManager.xcdatamodel",
    ]
    try expectSameFingerprints(
      paths.map { try XcodeModel(contentsOf: Self.corpus.appendingPath($0)).model })
  }

  private static let corpus =
    #filePath.parentPath.parentPath.parentPath.parentPath.parentPath.appendingPath(
      "shared/corpus/xcdatamodel")

  /// Compiles the sources of models together: a call of the compiler for each would take most of the time.
  private func expectSameFingerprints(_ models: [ManagedObjectModel]) throws {
    var script = "import Armature\nimport Foundation\n"
    for (place, model) in models.enumerated() {
      let text = SwiftSource(of: model).text
        .replacing("import Armature\n", with: "").replacing("import Foundation\n", with: "")
        .replacing("let model =", with: "let model\(place) =")
      script += text + "print(model\(place).fingerprint)\n"
    }
    let folder = try Folder()
    let path = try folder.write(script, to: "models.swift")
    let outcome = try Command.shared.run(["run", path])
    #expect(outcome.status == 0, "\(outcome)")
    // No warning either.
    #expect(outcome.talk.isEmpty)
    #expect(outcome.result == models.map { "\($0.fingerprint)\n" }.joined())
  }

  /// A model of entities with attributes of all types, and a relationship from each to the next.
  private static func randomModel(seed: UInt64) throws -> ManagedObjectModel {
    var random = SplitMix(state: seed)
    let types: [(AttributeType, AttributeValue)] = [
      (.int16, -7), (.int32, 123_456_789), (.int64, 0), (.double, 0.1), (.float, 0.5),
      (.string, "a\\\"\n"),
      (.bool, true), (.decimal, .decimal(12)),
      (.date, .date(.init(timeIntervalSinceReferenceDate: 1.5))),
      (.list(.string), ["x"]), (.data, .data(.init([1, 2]))), (.uuid, .uuid(.init())),
      (.calendarDate, .null),
      (.enumeration(name: "Colour", raw: .string, cases: ["red", "blue"]), "red"),
      (.transformable(name: "Colour", stored: .data), .null),
      (.composite([AttributeDescription("x", .double, isOptional: true)]), .null),
    ]
    let count = Int.random(in: 2...4, using: &random)
    let entities = (0..<count).map { place in
      var properties = (0..<Int.random(in: 1...9, using: &random)).map { number in
        let (type, value) = types.randomElement(using: &random) ?? types[0]
        var attribute = AttributeDescription(
          "a\(number)", type, isOptional: .random(using: &random))
        if Bool.random(using: &random), !value.isNull { attribute.defaultValue = .constant(value) }
        if Bool.random(using: &random), value != .null {
          attribute.versionHashModifier = "v\(number)"
        }
        return PropertyDescription.attribute(attribute)
      }
      let arity = RelationshipDescription.Arity.allCases.randomElement(using: &random) ?? .toOne
      let next = (place + 1) % count
      properties += [
        .relationship(
          RelationshipDescription(
            "next", to: "E\(next)", arity, inverse: "back", isOptional: .random(using: &random))),
        .relationship(
          RelationshipDescription(
            "back", to: "E\((place + count - 1) % count)", .toMany, inverse: "next")),
      ]
      return EntityDescription(
        "E\(place)", properties: properties, versionHashModifier: place == 0 ? "2" : nil)
    }
    return try ManagedObjectModel("Random", entities: entities)
  }
}

/// A sequence of numbers that a seed decides.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
