import ArmatureModel
import Foundation
import Testing

/// Models encoded without default values, and models of earlier versions, which include them.
@Suite struct CompactModelTests {
  /// The encoding of the model by the first versions of the library.
  static let full = #"""
    {"entities":[{"className":"ManagedObject","configurations":[],"fetchTemplates":[],"indexes":[
    ],"isAbstract":true,"name":"Thing","properties":[{"attribute":{"allowsExternalBinaryDataStorage":false,
    "default":"uuid","isIdentifying":true,"isOptional":false,"isTransient":false,"name":"id",
    "rules":[],"silenced":[],"site":{"file":"","line":0},"type":"uuid","userInfo":{}}}],"rules":[
    ],"silenced":[],"site":{"file":"","line":0},"uniquenessConstraints":[{"properties":["id"],
    "severity":"error","site":{"file":"","line":0}}],"userInfo":{}},
    {"className":"ManagedObject","configurations":[],"fetchTemplates":[],"indexes":[{"elements":[
    {"isAscending":true,"kind":"binary","property":"stock"}],"site":{"file":"","line":0}}],
    "isAbstract":false,"key":"goods","name":"Good","parent":"Thing","properties":[{"attribute":{
    "allowsExternalBinaryDataStorage":false,"isIdentifying":false,"isOptional":false,"isTransient":false,
    "name":"title","rules":[{"requirement":{"length":{"minimum":1}},"severity":"error","site":{
    "file":"","line":0}}],"silenced":[],"site":{"file":"","line":0},"type":"string","userInfo":{
    }}},{"attribute":{"allowsExternalBinaryDataStorage":false,"default":{"int":1},"isIdentifying":false,
    "isOptional":true,"isTransient":false,"name":"stock","rules":[],"silenced":[],"site":{
    "file":"","line":0},"type":"int32","userInfo":{}}},{"attribute":{"allowsExternalBinaryDataStorage":false,
    "isIdentifying":false,"isOptional":true,"isTransient":false,"name":"size","rules":[],
    "silenced":[],"site":{"file":"","line":0},"type":{"composite":[{"allowsExternalBinaryDataStorage":false,
    "isIdentifying":false,"isOptional":false,"isTransient":false,"name":"height","rules":[
    ],"silenced":[],"site":{"file":"","line":0},"type":"double","userInfo":{}}]},"userInfo":{
    }}},{"relationship":{"arity":"ordered","countSeverity":"error","deleteRule":"nullify",
    "destination":"Maker","inverse":"goods","isExpected":false,"isOptional":true,"isTransient":false,
    "maximumCount":0,"minimumCount":0,"name":"makers","silenced":[],"site":{"file":"","line":0},
    "userInfo":{}}}],"renamingIdentifier":"Item","rules":[],"silenced":[],"site":{"file":"",
    "line":0},"uniquenessConstraints":[{"properties":["title"],"severity":"error","site":{
    "file":"","line":0}}],"userInfo":{}},{"className":"ManagedObject","configurations":[],
    "fetchTemplates":[],"indexes":[],"isAbstract":false,"name":"Maker","properties":[{"attribute":{
    "allowsExternalBinaryDataStorage":false,"isIdentifying":true,"isOptional":false,"isTransient":false,
    "name":"name","rules":[],"silenced":[],"site":{"file":"","line":0},"type":"string","userInfo":{
    }}},{"relationship":{"arity":"toMany","countSeverity":"error","deleteRule":"cascade",
    "destination":"Good","inverse":"makers","isExpected":false,"isOptional":true,"isTransient":false,
    "maximumCount":0,"minimumCount":0,"name":"goods","silenced":[],"site":{"file":"","line":0},
    "userInfo":{}}},{"fetched":{"destination":"Good","name":"dear","orders":[],"predicate":{
    "constant":true},"site":{"file":"","line":0},"userInfo":{}}}],"rules":[],"silenced":[
    ],"site":{"file":"","line":0},"uniquenessConstraints":[{"properties":["name"],"severity":"error",
    "site":{"file":"","line":0}}],"userInfo":{}}],"format":1,"name":"Shop"}
    """#

  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Entity("Thing", isAbstract: true) {
        Attribute("id", UUID.self).default(.uuid).identifying()
      }
      Entity("Good", parent: "Thing") {
        Attribute("title", String.self).length(1...)
        Attribute("stock", Int32?.self).default(1)
        Composite("size") { Attribute("height", Double.self) }.optional()
        Relationship("makers", to: "Maker", .ordered, inverse: "goods")
        Unique("title")
        Index("stock")
      }.key("goods").renamed(from: "Item")
      Entity("Maker") {
        Attribute("name", String.self).identifying()
        Relationship("goods", to: "Good", .toMany, inverse: "makers", onDelete: .cascade)
        FetchedProperty("dear", of: "Good") { _ in .constant(true) }
      }
    }
  }

  private func decode(_ text: String) throws -> ManagedObjectModel {
    try JSONDecoder().decode(ManagedObjectModel.self, from: Data(text.utf8))
  }

  private func encode(_ model: ManagedObjectModel, withSites: Bool) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    if let key = CodingUserInfoKey.leavesOutSites, !withSites { encoder.userInfo[key] = true }
    return String(decoding: try encoder.encode(model), as: UTF8.self)
  }

  @Test func `a model of before is the same as one that is declared`() throws {
    let (old, model) = (try decode(Self.full), try Self.model())
    #expect(old == model && old.fingerprint == model.fingerprint)
    #expect(model.difference(from: old).changes.isEmpty)
  }

  @Test func `what is as it is unless declared is left out, and comes back`() throws {
    let model = try Self.model()
    let text = try encode(model, withSites: false)
    let thing = #"{"attribute":{"default":"uuid","isIdentifying":true,"name":"id","type":"uuid"}}"#
    let height = #"{"composite":[{"name":"height","type":"double"}]}"#
    let unique = #""uniquenessConstraints":[{"properties":["id"]}]"#
    let entity = #"{"isAbstract":true,"name":"Thing","properties":[\#(thing)],\#(unique)}"#
    #expect(text.contains(entity), "\(text)")
    #expect(
      text.contains(
        #"{"attribute":{"isOptional":true,"name":"size","type":\#(height)}}"#), "\(text)")
    #expect(text.contains(#""indexes":[{"elements":[{"property":"stock"}]}]"#), "\(text)")
    #expect(text.contains(#""uniquenessConstraints":[{"properties":["title"]}]"#), "\(text)")
    #expect(text.utf8.count < Self.full.utf8.count / 2)
    let decoded = try decode(text)
    #expect(decoded == model && decoded.fingerprint == model.fingerprint)
  }

  @Test func `where declarations stand is encoded, unless it is to be left out`() throws {
    let (with, without) = (
      try encode(Self.model(), withSites: true), try encode(Self.model(), withSites: false)
    )
    #expect(with.contains("CompactModelTests.swift") && !without.contains("\"site\""))
    #expect(try decode(with)["Good"]?.site.line ?? 0 > 0)
    // A model decoded without sites has no sites to encode.
    #expect(try encode(decode(without), withSites: true) == without)
  }

  @Test func `all that can be declared comes back`() throws {
    let everything = try ManagedObjectModel(
      "All",
      entities: [
        EntityDescription(
          "A", className: "Other",
          properties: [
            .attribute(
              AttributeDescription(
                "a", .data, isOptional: true, allowsExternalBinaryDataStorage: true, key: "k",
                renamingIdentifier: "b", versionHashModifier: "1", userInfo: ["x": "y"])),
            .attribute(AttributeDescription("t", .string, isOptional: true, isTransient: true)),
            .attribute(AttributeDescription("c", .string, isOptional: true)),
            .relationship(
              RelationshipDescription(
                "r", to: "A", .toMany, inverse: "s", onDelete: .deny, isOptional: false,
                minimumCount: 1, maximumCount: 4, countSeverity: .warning, key: "rr",
                renamingIdentifier: "q", versionHashModifier: "2", userInfo: ["z": ""])),
            .relationship(RelationshipDescription("s", to: "A", .ordered, inverse: "r")),
          ],
          rules: [
            ValidationRule(
              .predicate(name: "n", .constant(true)), severity: .warning, when: .constant(true),
              message: "m")
          ],
          uniquenessConstraints: [UniquenessConstraint(["c"], severity: .warning)],
          indexes: [
            IndexDescription([IndexDescription.Element("c", isAscending: false)])
          ],
          fetchTemplates: [FetchTemplateDescription("f", where: .constant(true))],
          configurations: ["c"], key: "as", renamingIdentifier: "Z", versionHashModifier: "3",
          userInfo: ["u": "v"])
      ])
    let decoded = try decode(encode(everything, withSites: true))
    #expect(decoded == everything && decoded.fingerprint == everything.fingerprint)
  }
}
