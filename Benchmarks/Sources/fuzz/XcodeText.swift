import Foundation

/// A random Xcode model, made of the elements and attributes in such files.
struct XcodeText {
  private var result = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\#n<model>\#n"#

  private static let names = ["A", "B", "C", "D", "hash", "a.b", "é", "", "self"]
  private static let types = [
    "Integer 16", "Integer 32", "Integer 64", "Decimal", "Double", "Float", "String", "Boolean",
    "Date", "Binary", "UUID", "URI", "Transformable", "Undefined", "Composite", "Odd",
  ]
  private static let values = [
    "0", "1", "-1", "2.5", "YES", "NO", "1e30", "99999999999999999999", "nan", "a", "", "[a-z",
    "[a-z]+", "http://a", "2026-01-01", "name", "length:(a0)", "a0 &gt; 1", "$x == a0", "a0",
    "SELF.a0 IN {1, 2}", "NULLIFY",
  ]

  init(_ choices: inout Choices) {
    for index in 0...choices.below(4) { entity(Self.names[index], &choices) }
    if choices.oneIn(4) {
      element(
        "fetchRequest",
        [("name", "f"), ("entity", pick(&choices)), ("predicateString", value(&choices))])
    }
    if choices.oneIn(5) {
      result +=
        "<configuration name=\"c\"><memberEntity name=\"\(pick(&choices))\"/></configuration>\n"
    }
    if choices.oneIn(5) {
      result += "<composite name=\"K\">"
      for _ in 0..<choices.below(3) { attribute(&choices) }
      result += "</composite>\n"
    }
    result += "</model>\n"
  }

  var text: Data { Data(result.utf8) }

  private func pick(_ choices: inout Choices) -> String { choices.pick(Self.names) }

  private func value(_ choices: inout Choices) -> String { choices.pick(Self.values) }

  private mutating func element(_ name: String, _ attributes: [(String, String)]) {
    result += "<\(name)" + attributes.map { " \($0)=\"\($1)\"" }.joined() + "/>\n"
  }

  private mutating func entity(_ name: String, _ choices: inout Choices) {
    result += "<entity name=\"\(choices.oneIn(10) ? pick(&choices) : name)\""
    if choices.oneIn(3) { result += " parentEntity=\"\(pick(&choices))\"" }
    if choices.oneIn(5) { result += " isAbstract=\"YES\"" }
    if choices.oneIn(5) { result += " representedClassName=\".\(name)\"" }
    if choices.oneIn(9) { result += " elementID=\"\(pick(&choices))\"" }
    result += ">\n"
    for _ in 0..<choices.below(4) { attribute(&choices) }
    for _ in 0..<choices.below(3) { relationship(&choices) }
    if choices.oneIn(6) {
      result +=
        "<fetchedProperty name=\"\(pick(&choices))\" optional=\"YES\"><fetchRequest name=\"f\""
        + " entity=\"\(pick(&choices))\" predicateString=\"\(value(&choices))\"/></fetchedProperty>\n"
    }
    if choices.oneIn(4) {
      result +=
        "<uniquenessConstraints><uniquenessConstraint><constraint value=\"\(pick(&choices))\"/>"
        + "</uniquenessConstraint></uniquenessConstraints>\n"
    }
    if choices.oneIn(4) {
      result +=
        "<fetchIndex name=\"i\"><fetchIndexElement property=\"\(pick(&choices))\" type=\"Binary\""
        + " order=\"descending\"/></fetchIndex>\n"
    }
    if choices.oneIn(5) {
      result += "<userInfo><entry key=\"k\" value=\"\(value(&choices))\"/></userInfo>\n"
    }
    result += "</entity>\n"
  }

  private mutating func attribute(_ choices: inout Choices) {
    var words = [
      ("name", "\(pick(&choices))\(choices.below(3))"), ("attributeType", choices.pick(Self.types)),
    ]
    for key in [
      "optional", "transient", "derived", "derivationExpression", "defaultValueString",
      "minValueString", "maxValueString", "regularExpressionString", "composite", "elementID",
      "usesScalarValueType", "allowsExternalBinaryDataStorage", "defaultDateTimeInterval", "odd",
    ] where choices.oneIn(6) {
      let isFlag = ["optional", "transient", "derived"].contains(key)
      words.append((key, key == "composite" ? "K" : isFlag ? "YES" : value(&choices)))
    }
    element("attribute", words)
  }

  private mutating func relationship(_ choices: inout Choices) {
    var words = [
      ("name", "\(pick(&choices))\(choices.below(3))"), ("destinationEntity", pick(&choices)),
    ]
    if choices.oneIn(2) { words.append(("inverseName", "\(pick(&choices))\(choices.below(3))")) }
    if choices.oneIn(2) { words.append(("inverseEntity", pick(&choices))) }
    for key in ["optional", "toMany", "ordered", "transient"] where choices.oneIn(3) {
      words.append((key, "YES"))
    }
    for key in ["minCount", "maxCount"] where choices.oneIn(4) {
      words.append((key, value(&choices)))
    }
    if choices.oneIn(2) {
      words.append(
        ("deletionRule", choices.pick(["Nullify", "Cascade", "Deny", "No Action", "Odd"])))
    }
    element("relationship", words)
  }
}
