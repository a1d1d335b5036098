import ArmatureModel
import Foundation
import TestSupport
import Testing

@testable import ArmatureImport

@Suite struct XcodeModelTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the only attribute of the only entity.
  private func attribute(_ words: String) throws -> (AttributeDescription, [ModelIssue]) {
    let found = try folder.model(#"<entity name="E"><attribute name="a" \#(words)/></entity>"#)
    return (try #require(found.model.entities[0].attributes.first), found.issues)
  }

  private func issues(_ parts: String) throws -> [String] {
    try folder.model(parts).issues.map { "\($0.site.line):\($0.site.column) \($0.code)" }
  }

  private func errors(_ parts: String) -> [String] {
    let error = #expect(throws: ModelError.self) { try folder.model(parts) }
    return (error?.issues ?? []).map { "\($0.site.line):\($0.site.column) \($0.message)" }
  }

  @Test(
    arguments: [
      ("Integer 16", .int16), ("Integer 32", .int32), ("Integer 64", .int64), ("Decimal", .decimal),
      ("Double", .double), ("Float", .float), ("String", .string), ("Boolean", .bool),
      ("Date", .date),
      ("Binary", .data), ("UUID", .uuid), ("URI", .url), ("Transformable", .data),
    ] as [(String, AttributeType)])
  func `each type has one here`(word: String, type: AttributeType) throws {
    let (attribute, issues) = try attribute(#"optional="YES" attributeType="\#(word)""#)
    #expect(attribute.type == type && attribute.isOptional)
    #expect(issues.map(\.code) == (word == "Transformable" ? [.keptAsUserInfo] : []))
  }

  @Test(
    arguments: [
      ("Integer 16", "-7", .int(-7), true), ("Integer 64", "NO", .int(0), true),
      ("Integer 32", "YES", .int(1), true), ("Integer 64", "2.0", .int(2), true),
      ("Integer 64", "2.7", .int(2), false), ("Double", "0.0", .double(0), true),
      ("Float", "0.1", .double(Double(Float(0.1))), true), ("Boolean", "YES", .bool(true), true),
      ("Boolean", "0", .bool(false), true), ("Boolean", "2", .bool(true), false),
      ("String", "", .string(""), true), ("String", " a&#10;b ", .string(" a\nb "), true),
      ("Date", "0", .date(Date(timeIntervalSinceReferenceDate: 0)), true),
      ("URI", "http://a/b", .url(URL(filePath: "/")), true),
    ] as [(String, String, AttributeValue, Bool)])
  func `defaults are read as Core Data reads them`(
    type: String, text: String, value: AttributeValue, isExact: Bool
  ) throws {
    let (attribute, issues) = try attribute(
      #"attributeType="\#(type)" defaultValueString="\#(text)""#)
    if case .url = value {
      #expect(try attribute.defaultValue == .constant(.url(#require(URL(string: text)))))
    } else {
      #expect(attribute.defaultValue == .constant(value))
    }
    #expect(issues.isEmpty == isExact)
  }

  @Test func `dates and decimals keep all of their digits`() throws {
    let date = try attribute(
      #"attributeType="Date" defaultDateTimeInterval="547923600.5" minDateTimeInterval="0""#)
    #expect(
      date.0.defaultValue == .constant(.date(Date(timeIntervalSinceReferenceDate: 547_923_600.5))))
    #expect(date.0.rules == [.range(Date(timeIntervalSinceReferenceDate: 0)...)])
    let decimal = try attribute(
      #"attributeType="Decimal" defaultValueString="12345678901234567890.123456789""#)
    let value = try #require(Decimal(string: "12345678901234567890.123456789"))
    #expect(decimal.0.defaultValue == .constant(.decimal(value)))
  }

  @Test func `bounds and patterns are rules, and one that every value keeps is none`() throws {
    #expect(
      try attribute(#"attributeType="String" minValueString="1" maxValueString="60""#).0.rules
        == [.length(1...60)])
    #expect(
      try attribute(#"attributeType="String" regularExpressionString="^[a-z]{1,64}$""#).0.rules
        == [.pattern("^[a-z]{1,64}$")])
    #expect(
      try attribute(#"attributeType="Integer 16" minValueString="0.5" maxValueString="2""#).0.rules
        == [.range(Int64(1)...2)])
    let wide = try attribute(#"attributeType="Integer 32" maxValueString="99999999999""#)
    #expect(wide.0.rules.isEmpty && wide.1.map(\.code) == [.changedByImport])
    #expect(wide.0.userInfo == ["xcode.maxValueString": "99999999999"])
    let back = try attribute(#"attributeType="String" regularExpressionString="(a)\1""#)
    #expect(back.0.rules.isEmpty && back.0.userInfo == ["xcode.regularExpressionString": #"(a)\1"#])
    #expect(
      back.1.map(\.message) == [
        #"E.a has regularExpressionString "(a)\\1", which is not a valid pattern here"#
          + #" ("\1" at offset 3 refers back to a group, which cannot be matched in linear time. Write the text again, or"#
          + #" check it by a custom rule). It is kept in the user info, as "xcode.regularExpressionString"."#
      ])
  }

  @Test func `what has no word is kept and told with its place`() throws {
    let found = try folder.model(
      """
      <entity name="E" codeGenerationType="class" representedClassName=".Book" syncable="YES">
        <attribute name="a" attributeType="Transformable" valueTransformerName="T" customClassName="C"
          optional="YES" preserveAfterDeletion="YES" colour="red">
          <userInfo><entry key="note" value="x"/></userInfo>
        </attribute>
        <attribute name="b" optional="YES" attributeType="Double" usesScalarValueType="YES"/>
        <gadget/>
      </entity>
      """)
    let entity = found.model.entities[0]
    #expect(entity.className == "Book")
    #expect(entity.userInfo == ["xcode.codeGenerationType": "class"])
    #expect(
      entity.attributes[0].userInfo == [
        "xcode.valueTransformerName": "T", "xcode.customClassName": "C", "note": "x",
        "xcode.preserveAfterDeletion": "YES", "xcode.attributeType": "Transformable",
        "xcode.colour": "red",
      ])
    #expect(entity.attributes[1].userInfo == ["xcode.usesScalarValueType": "YES"])
    #expect(
      found.issues.map { "\($0.site.line):\($0.site.column) \($0.code)" } == [
        "3:23 keptAsUserInfo", "4:20 keptAsUserInfo", "4:48 unknownMarkup", "8:3 unknownMarkup",
      ])
    #expect(
      found.issues[2].message
        == "E.a has colour \"red\", which is unknown here. It is kept in the user info, as "
        + "\"xcode.colour\"."
    )
  }

  @Test func `relationships have arity, counts, delete rule and inverse`() throws {
    let model = try folder.model(
      """
      <entity name="Child" parentEntity="Base"/>
      <entity name="Base" isAbstract="YES" elementID="Old" versionHashModifier="2">
        <relationship name="up" optional="YES" minCount="1" maxCount="1" deletionRule="Nullify"
          destinationEntity="Base" inverseName="down" inverseEntity="Base" elementID="above"/>
        <relationship name="down" optional="YES" toMany="YES" minCount="2" maxCount="20" ordered="YES"
          deletionRule="Cascade" destinationEntity="Base" inverseName="up" inverseEntity="Base"/>
      </entity>
      """
    ).model
    let base = try #require(model["Base"])
    #expect(base.isAbstract && base.renamingIdentifier == "Old" && base.versionHashModifier == "2")
    #expect(model["Child"]?.parent == "Base")
    let (up, down) = (base.relationships[0], base.relationships[1])
    #expect(
      up.arity == .toOne && up.isOptional && up.minimumCount == 0
        && up.renamingIdentifier == "above")
    #expect(down.arity == .ordered && (down.minimumCount, down.maximumCount) == (2, 20))
    #expect(down.deleteRule == .cascade && down.inverse == "up")
  }

  @Test func `lists of properties, composites, derivations and requests are read`() throws {
    let found = try folder.model(
      """
      <entity name="E">
        <attribute name="a" attributeType="String" indexed="YES"/>
        <attribute name="b" attributeType="Integer 64"/>
        <attribute name="c" optional="YES" attributeType="Composite" composite="Point"/>
        <attribute name="d" attributeType="String" derived="YES" derivationExpression="canonical:(a)"/>
        <fetchedProperty name="same" optional="YES">
          <fetchRequest name="fetchedPropertyFetchRequest" entity="E" predicateString="a == $FETCH_SOURCE.a"/>
        </fetchedProperty>
        <compoundIndexes><compoundIndex><index value="a"/><index value="b"/></compoundIndex></compoundIndexes>
        <uniquenessConstraints>
          <uniquenessConstraint><constraint value="a"/><constraint value="b"/></uniquenessConstraint>
        </uniquenessConstraints>
        <fetchIndex name="byA"><fetchIndexElement property="a" type="Binary" order="ascending"/></fetchIndex>
        <fetchIndex name="byB"><fetchIndexElement property="b" type="Binary" order="descending"/></fetchIndex>
      </entity>
      <composite name="Point"><attribute name="x" attributeType="Double" defaultValueString="0"/></composite>
      <fetchRequest name="some" entity="E" predicateString="a LIKE &quot;D*&quot; AND b &gt; $B" fetchLimit="220"
        includeSubentities="YES"/>
      <configuration name="Cloud"><memberEntity name="E"/></configuration>
      <elements><element name="E" positionX="0" positionY="0" width="1" height="2"/></elements>
      """)
    let entity = found.model.entities[0]
    #expect(entity.indexes.map { $0.elements.map(\.property) } == [["a"], ["a", "b"], ["b"]])
    #expect(entity.indexes[2].elements[0].isAscending == false)
    #expect(entity.uniquenessConstraints.map(\.properties) == [["a", "b"]])
    #expect(
      entity.attributes[2].type == .composite([AttributeDescription("x", .double, userInfo: [:])]))
    #expect(entity.attributes[3].derivation.map { "\($0)" } == "canonical:(a)")
    guard case .fetched(let fetched)? = entity.property(named: "same") else {
      Issue.record("no fetched property")
      return
    }
    #expect("\(fetched.predicate)" == "a == $FETCH_SOURCE.a")
    #expect("\(entity.fetchTemplates[0].predicate)" == "a LIKE \"D*\" AND b > $B")
    #expect(entity.userInfo == ["xcode.fetchRequest.some.fetchLimit": "220"])
    #expect(entity.configurations == ["Cloud"])
    #expect(
      found.issues.map(\.code) == [.keptAsUserInfo, .changedByImport, .keptAsUserInfo],
      "\(found.issues)")
  }

  @Test func `what Core Data allows and Armature refuses is changed and told`() throws {
    let found = try folder.model(
      """
      <entity name="Note" isAbstract="YES">
        <attribute name="hash" attributeType="String"/>
        <attribute name="text" attributeType="String" minValueString="1" defaultValueString=""/>
        <attribute name="size" attributeType="Integer 16" allowsExternalBinaryDataStorage="YES"/>
        <attribute name="blob" attributeType="Binary" indexed="YES"/>
        <attribute name="any" optional="YES" transient="YES"/>
        <relationship name="entity" optional="YES" deletionRule="Nullify" destinationEntity="Note" inverseName="back"/>
        <relationship name="back" optional="YES" deletionRule="Nullify" destinationEntity="Note" inverseName="entity"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="hash"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      <fetchRequest name="bad" entity="Note" predicateString="nothing == 1"/>
      <fetchRequest name="worse" entity="Note" predicateString="nothing =="/>
      """)
    let note = found.model.entities[0]
    #expect(!note.isAbstract && note.fetchTemplates.isEmpty && note.indexes.isEmpty)
    #expect(note.property(named: "noteHash")?.key == "hash")
    #expect(note.property(named: "noteHash")?.asAttribute?.renamingIdentifier == "hash")
    #expect(note.uniquenessConstraints.map(\.properties) == [["noteHash"]])
    #expect(note.property(named: "back")?.asRelationship?.inverse == "noteEntity")
    #expect(note.property(named: "text")?.asAttribute?.defaultValue == nil)
    #expect(note.property(named: "any")?.asAttribute?.type == .data)
    #expect(
      found.issues.map { $0.site.line } == [2, 3, 4, 5, 6, 7, 8, 12, 13], "\(found.issues)")
    #expect(found.issues.allSatisfy { $0.code == .changedByImport })
  }

  @Test func `every mistake is told with line and column`() {
    let found = errors(
      """
      <entity name="E" isAbstract="MAYBE">
        <attribute attributeType="String"/>
        <attribute name="a" attributeType="Strin"/>
        <attribute name="b" attributeType="Composite" composite="C"/>
        <attribute name="c"/>
        <attribute name="d" attributeType="Integer 16" defaultValueString="70000"/>
        <relationship name="r" deletionRule="Nulify" destinationEntity="F"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="D"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      """)
    #expect(
      found == [
        "2:18 E must have YES or NO as isAbstract, but has \"MAYBE\".",
        "3:3 E must have a name for each attribute, but one has none.",
        "4:23 E.a must have a type that Core Data has, but has \"Strin\". Did you mean \"String\"?",
        "5:3 E.b must have a composite type of the model, but \"C\" is not one.",
        "6:3 E.c must have a type, since it is stored, but has none. Choose one in Xcode.",
        "8:26 E.r must have Cascade, Deny, No Action, Nullify as deletionRule, but has \"Nulify\".",
        "7:3 E.d must have a default from -32768 to 32767, but has 70000. Use a wider type.",
        "8:3 E.r leads to the entity \"F\", which the model lacks.",
        "9:26 E must name its own properties in Unique(…), but \"D\" is not one. Did you mean "
          + "\"d\"?",
      ], "\(found)")
  }

  @Test func `a condition that cannot be read is told with the name of its fetch request`() throws {
    let found = try folder.model(
      """
      <entity name="E">
        <attribute name="a" attributeType="String"/>
        <fetchedProperty name="p"><fetchRequest name="r" entity="E" predicateString="a ==="/></fetchedProperty>
      </entity>
      <fetchRequest name="bad" entity="E" predicateString="a =="/>
      """)
    let messages = found.issues.map { $0.message.prefix { $0 != "(" } }
    #expect(
      messages == [
        "E.p has the condition \"a ===\", which cannot be read ",
        "E has the fetch request \"bad\" with the condition \"a ==\", which cannot be read ",
      ], "\(found.issues)")
    #expect(found.issues.allSatisfy { !$0.message.contains(".).") })
  }

  @Test func `a name that is empty is none`() {
    let found = errors(
      #"<entity name=""><attribute name=""/></entity><entity name="E"><attribute name=""/></entity>"#
    )
    #expect(
      found == [
        "2:1 The model must have a name for each entity, but one has none.",
        "2:63 E must have a name for each attribute, but one has none.",
      ], "\(found)")
  }

  @Test func `composites that are too deep or too many are told once`() {
    func composites(_ depth: Int, _ width: Int) -> String {
      let parts = (0..<depth).map { level in
        let elements = (0..<width).map { place in
          let type =
            level == depth - 1
            ? #"attributeType="String""# : #"attributeType="Composite" composite="C\#(level + 1)""#
          return #"<attribute name="a\#(place)" \#(type)/>"#
        }
        return "<composite name=\"C\(level)\">\(elements.joined())</composite>"
      }
      let attributes = (0..<3).map {
        #"<attribute name="b\#($0)" attributeType="Composite" composite="C0"/>"#
      }
      return parts.joined() + "<entity name=\"E\">\(attributes.joined())</entity>"
    }
    let deep = errors(composites(22, 1))
    #expect(deep.count == 1 && deep[0].contains(" must be in at most 20 composites"), "\(deep)")
    let wide = errors(composites(8, 5))
    #expect(wide.count == 1 && wide[0].contains("must have at most 10000 elements"), "\(wide)")
  }

  @Test func `a model in a folder that is not called by its name has none`() throws {
    try folder.write("<model/>", to: "Shop.xcdatamodel/inside/none")
    try folder.write("<model/>", to: "Shop.xcdatamodel/contents")
    for path in ["Shop.xcdatamodel/inside/..", "Shop.xcdatamodel/inside/../contents"] {
      #expect(try XcodeModel(contentsOf: "\(folder.path)/\(path)").model.name == "Model")
    }
  }

  @Test func `a file that is no model says what it is`() throws {
    for (text, code) in [
      ("<plist/>", ModelIssue.Code.unreadableModel), ("bplist00", .binaryModel),
      ("", .unreadableModel),
      ("<model>", .unreadableModel),
    ] {
      let path = try folder.write(text, to: "x.xml")
      let error = #expect(throws: ModelError.self) { try XcodeModel(contentsOf: path) }
      #expect(error?.issues.map(\.code) == [code])
    }
    #expect(throws: (any Error).self) {
      try XcodeModel(contentsOf: folder.path + "/none.xcdatamodeld")
    }
    let wide = String(repeating: "<attribute name=\"a\" attributeType=\"String\"/>", count: 10_001)
    let many = #expect(throws: ModelError.self) {
      try folder.model("<entity name=\"E\">\(wide)</entity>")
    }
    #expect(many?.issues.map(\.code) == [.tooManyProperties])
    let large = try folder.write(Data(count: 17 << 20), to: "large.xml")
    let error = #expect(throws: ModelError.self) { try XcodeModel(contentsOf: large) }
    #expect(error?.issues[0].message == "A model must have at most 16 MiB, but the file has more.")
  }

  @Test func `a bundle has versions, one of them the current one`() throws {
    for version in ["Shop", "Shop 2", "Shop 10"] {
      try folder.write(
        "<model><entity name=\"\(version.last.map { "E\($0)" } ?? "")\"/></model>",
        to: "Shop.xcdatamodeld/\(version).xcdatamodel/contents")
    }
    let path = folder.path + "/Shop.xcdatamodeld/"
    #expect(XcodeModel.versions(of: path) == ["Shop", "Shop 2", "Shop 10"])
    #expect(try XcodeModel(contentsOf: path).version == "Shop")
    let mark = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
      <string>Shop 10.xcdatamodel</string></dict></plist>
      """
    try folder.write(mark, to: "Shop.xcdatamodeld/.xccurrentversion")
    let current = try XcodeModel(contentsOf: path)
    #expect(current.version == "Shop 10" && current.model.name == "Shop")
    #expect(current.model.entities.map(\.name) == ["E0"])
    #expect(
      try XcodeModel(contentsOf: path, version: "Shop 2").model.entities.map(\.name) == ["E2"])
    #expect(try XcodeModel(contentsOf: path, version: "Shop 2.xcdatamodel").version == "Shop 2")
    let error = #expect(throws: ModelError.self) {
      try XcodeModel(contentsOf: path, version: "Shop 3")
    }
    #expect(
      error?.issues[0].message.hasPrefix("\"Shop 3\" must be a version of the model, but is not.")
        == true)
    // A single version is a model as well.
    #expect(try XcodeModel(contentsOf: path + "Shop 2.xcdatamodel").version == "Shop 2")
    #expect(try XcodeModel(contentsOf: path + "Shop 2.xcdatamodel/contents").model.name == "Shop 2")
  }
}
