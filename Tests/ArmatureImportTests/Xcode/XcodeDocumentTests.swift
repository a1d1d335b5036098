import Armature
import ArmatureImport
import Foundation
import TestSupport
import Testing

@Suite struct XcodeDocumentTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a document and returns the model read from it.
  private func read(_ document: XcodeDocument, as name: String) throws -> ManagedObjectModel {
    let path = folder.file("\(name).xcdatamodeld")
    try document.write(to: path)
    return try XcodeModel(contentsOf: path).model
  }

  private func shop() throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Entity("Thing", isAbstract: true, in: "Cloud", "Here") {
        Attribute("name", String.self).length(1...40).matching(#"[^z<]+<c>\s"#)
          .default("a \"b\" & <c>\n")
      }
      .renamed(from: "Item").version("2").userInfo(["a": "\t<&>'\"", "b": ""])
      Entity("Cup", parent: "Thing") {
        Attribute("sku", UUID.self).unique()
        Attribute("price", Decimal?.self).default(12.5).range(0...)
        Attribute("pieces", Int16.self).default(-1).range(-5...(-1)).renamed(from: "count")
        Attribute("made", Date?.self)
          .default(Date(timeIntervalSinceReferenceDate: 1.5))
          .range(Date(timeIntervalSinceReferenceDate: 0)...)
        Attribute("photo", Data?.self).storedExternally()
        Attribute("flag", Bool.self).default(true).transient()
        Attribute("home", URL?.self)
        Attribute("total", Double?.self).derived(from: .keyPath(["pieces"]))
        Relationship("maker", to: "Maker", inverse: "cups", onDelete: .deny).required()
        Unique("pieces", "maker")
        Index("name", "pieces", ascending: false)
        FetchTemplate("few") { $0.pieces < QueryVariable("LIMIT") }
        FetchedProperty("others", of: "Cup", limit: 3) {
          $0.maker == QueryVariable.fetchSource.maker
        }
      }
      Entity("Maker") {
        Relationship("cups", to: "Cup", .ordered).count(1...20)
        Relationship("\"<friends>\"", to: "Maker", .toMany, inverse: "\"<friends>\"")
      }
    }
  }

  @Test func `what Core Data can hold is read back equal`() throws {
    let document = XcodeDocument(of: try shop())
    #expect(document.issues.isEmpty, "\(document.issues)")
    #expect(try read(document, as: "Shop") == shop())
    // As a single version, and as a single file.
    for path in [folder.file("Shop.xcdatamodel"), folder.file("shop/Shop.xml")] {
      try document.write(to: path)
      #expect(try XcodeModel(contentsOf: path).model == shop())
    }
  }

  @Test func `the file is laid out as Xcode does it`() throws {
    let model = try ManagedObjectModel("Tiny") {
      Entity("Cup") {
        Attribute("pieces", Int?.self).range(1...)
        Relationship("next", to: "Cup", inverse: "next")
        Unique("pieces")
      }
      .userInfo(["a": "b"])
    }
    #expect(
      XcodeDocument(of: model).text == """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" minimumToolsVersion="Automatic" sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
            <entity name="Cup" syncable="YES">
                <attribute name="pieces" optional="YES" attributeType="Integer 64" minValueString="1" usesScalarValueType="NO"/>
                <relationship name="next" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Cup" inverseName="next" inverseEntity="Cup"/>
                <uniquenessConstraints>
                    <uniquenessConstraint>
                        <constraint value="pieces"/>
                    </uniquenessConstraint>
                </uniquenessConstraints>
                <userInfo>
                    <entry key="a" value="b"/>
                </userInfo>
            </entity>
        </model>

        """)
  }

  @Test func `what Core Data has no word for is told, and left out`() throws {
    let model = try ManagedObjectModel("Odd") {
      Entity("Cup") {
        Attribute("a", String.self).length(1...5, message: "no").key("z").identifying()
        Attribute("b", Date?.self).default(.now)
        Attribute("c", [Int].self)
        Attribute("d", Double.self).range(0..<1)
        Attribute("e", Int.self).range(0..<10).oneOf([1, 2])
        Attribute("f", String?.self).required(severity: .warning).silencing(.optionalNumber)
        Relationship("g", to: "Cup").required(severity: .warning).key("x")
        Relationship("h", to: "Cup", .toMany).count(...2, severity: .warning, message: "no")
        Unique("d", "e", severity: .warning)
        Rule("rare") { $0.d > 0 }
        FetchedProperty("i", of: "Cup", orderedBy: [.ascending("d")], limit: 0) { $0.d > 0 }
      }
      .key("cups").userInfo(["a": "\u{1}"])
    }
    let document = XcodeDocument(of: model)
    #expect(document.issues.allSatisfy { $0.code == .omittedForXcode })
    #expect(
      document.issues.map { "\($0.property ?? "-") \($0.message)" } == [
        "a Cup.a has the rule “a length of 1 to 5”, which Core Data does not support. It was "
          + "left out.",
        "a Cup.a has values that identify objects in data, which Core Data does not support. It "
          + "was left out.",
        "a Cup.a has the key \"z\" in data, which Core Data does not support. It was left out.",
        "b Cup.b has the default the time of creation, which Core Data does not support. It was "
          + "left out.",
        "c Cup.c has the type [Int], which Core Data does not have. It became Transformable.",
        "d Cup.d has the rule “a value of 0 to less than 1”, which Core Data does not support. "
          + "It was left out.",
        "e Cup.e has the rule “one of 1, 2”, which Core Data does not support. It was left out.",
        "f Cup.f has the rule “a value (warning)”, which Core Data does not support. It was "
          + "left out.",
        "f Cup.f has warnings that are silenced, which Core Data does not support. It was left "
          + "out.",
        "g Cup.g has a warning if it has no object, which Core Data does not support. It was "
          + "left out.",
        "g Cup.g has the key \"x\" in data, which Core Data does not support. It was left out.",
        "h Cup.h has counts that only warn. Those of Core Data are errors.",
        "h Cup.h has a message about its counts, which Core Data does not support. It was left "
          + "out.",
        "i Cup.i has the limit 0, which Core Data does not support. It was left out.",
        "i Cup.i has an order, which Core Data does not support. It was left out.",
        "- Cup has a constraint that only warns. Those of Core Data are errors.",
        "- Cup has user info with characters that XML does not allow. They were replaced.",
        "- Cup has the key \"cups\" in data, which Core Data does not support. It was left out.",
        "- Cup has the rule \"rare\", which Core Data does not support. It was left out.",
      ])
    let read = try read(document, as: "Odd")
    #expect(
      read["Cup"]?.property(named: "e")?.asAttribute?.rules == [.range(0...9)])
    #expect(read["Cup"]?.userInfo == ["a": "\u{FFFD}"])
  }

  @Test func `random models keep their fingerprints`() throws {
    for seed: UInt64 in 0..<60 {
      let model = try ManagedObjectModel(
        "Random", entities: RandomModel(seed: seed).entities)
      let document = XcodeDocument(of: model)
      let read = try read(document, as: "Random\(seed)")
      #expect(read.fingerprint == model.fingerprint, "seed \(seed): \(document.text)")
      // Writing it again loses nothing more.
      let again = XcodeDocument(of: read)
      #expect(again.issues.isEmpty, "seed \(seed): \(again.issues)")
      #expect(try self.read(again, as: "Random\(seed)") == read, "seed \(seed): \(again.text)")
    }
  }

  @Test(
    .enabled(
      if: XcodeCorpus.shared != nil,
      "The models of public projects stand beside the repository, in ../shared/corpus, and are not there."
    ))
  func `models of public projects are read back equal`() throws {
    for entry in try XcodeCorpus.latestVersions() {
      // Some files are invalid on purpose.
      guard let model = try? XcodeModel(contentsOf: entry.path).model else { continue }
      let document = XcodeDocument(of: model)
      let file = folder.file("\(model.name).xcdatamodel")
      try document.write(to: file)
      let read = try XcodeModel(contentsOf: file).model
      #expect(read.fingerprint == model.fingerprint, "\(entry)")
      #expect(
        document.issues.isEmpty && read == model || isKeyed(document.issues),
        "\(entry): \(document.issues)")
      try FileManager.default.removeItem(atPath: file)
    }
  }

  /// Returns whether only keys are lost, which replace names that are members of every object.
  private func isKeyed(_ issues: [ModelIssue]) -> Bool {
    !issues.isEmpty && issues.allSatisfy { $0.message.contains("the key") }
  }
}
