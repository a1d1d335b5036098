import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension XcodeReader {
  /// Sets the default value. It is written as text, or as a number of seconds for a date.
  func setDefault(of attribute: inout AttributeDescription, _ fields: XcodeFields) {
    let moment = fields.attribute("defaultDateTimeInterval")
    guard let written = fields.attribute("defaultValueString") ?? moment else { return }
    // Data and composites have no defaults in Xcode; some files contain an empty text.
    if written.value.isEmpty, attribute.type != .string { return }
    guard let (value, isExact) = Self.value(of: written.value, attribute.type) else {
      return fields.keep(
        written, .changedByImport,
        "which is not a valid \(attribute.type.swiftName), so it has no default here")
    }
    guard attribute.derivation == nil else {
      return fields.keep(written, .changedByImport, "but is derived, and needs no default")
    }
    if !isExact {
      findings.note(
        .changedByImport, fields.place.at(written.position),
        " has the default \(written.value.quotedForMessage), which is not a valid "
          + "\(attribute.type.swiftName). It became \(value).")
    }
    attribute.defaultValue = .constant(value)
  }

  /// Sets the bounds of a number or date, or of a text's length.
  func setBounds(of attribute: inout AttributeDescription, _ fields: XcodeFields) {
    let least = fields.attribute("minDateTimeInterval"),
      most = fields.attribute("maxDateTimeInterval")
    let minimum = fields.attribute("minValueString") ?? least
    let maximum = fields.attribute("maxValueString") ?? most
    guard minimum != nil || maximum != nil else { return }
    let site = findings.site((minimum ?? maximum ?? fields.element.positionAttribute).position)
    if attribute.type == .string {
      let (shortest, longest) = (length(minimum, fields), length(maximum, fields))
      guard shortest != nil || longest != nil else { return }
      attribute.rules.append(
        ValidationRule(.length(minimum: shortest, maximum: longest), site: site))
    } else {
      let lower = bound(minimum, of: attribute.type, .up, fields)
      let upper = bound(maximum, of: attribute.type, .down, fields)
      guard lower != nil || upper != nil else { return }
      attribute.rules.append(
        ValidationRule(.range(minimum: lower, maximum: upper, excludesMaximum: false), site: site))
    }
  }

  private func length(_ written: MarkupAttribute?, _ fields: XcodeFields) -> Int? {
    guard let written else { return nil }
    guard let number = Double(written.value), let length = Int(exactly: number.rounded(.up)) else {
      fields.invalid(written, "a length")
      return nil
    }
    return length
  }

  /// Returns a bound, rounded into the range of the type. Returns `nil` if all values of the type satisfy it.
  private func bound(
    _ written: MarkupAttribute?, of type: AttributeType, _ rounding: FloatingPointRoundingRule,
    _ fields: XcodeFields
  ) -> AttributeValue? {
    guard let written else { return nil }
    guard type != .bool, let (value, _) = Self.value(of: written.value, type) else {
      fields.keep(
        written, .changedByImport,
        "which is not a valid bound of \(type.swiftName), so it has none here")
      return nil
    }
    guard let bounds = type.integerBounds else { return value }
    // A number written as an integer is read exactly, even beyond 2⁵³.
    let number = Double(written.value)?.rounded(rounding) ?? 0
    let whole = Int64(written.value) ?? Int64(exactly: number)
    let isBeyond =
      rounding == .up ? number < Double(bounds.lowerBound) : number > Double(bounds.upperBound)
    if isBeyond || whole == nil {
      fields.keep(
        written, .changedByImport,
        "which lies beyond \(type.swiftName), so every value satisfies it")
      return nil
    }
    return whole.map(AttributeValue.int)
  }

  /// Sets the pattern, if it can be matched in linear time.
  func setPattern(of attribute: inout AttributeDescription, _ fields: XcodeFields) {
    guard let written = fields.attribute("regularExpressionString") else { return }
    guard attribute.type == .string else {
      return fields.keep(written, .changedByImport, "but is not text, so it has no pattern here")
    }
    do {
      _ = try TextPattern(written.value)
      attribute.rules.append(
        ValidationRule(.pattern(written.value), site: findings.site(written.position)))
    } catch {
      fields.keep(
        written, .changedByImport,
        "which is not a valid pattern here (\("\(error)".withoutFullStop))")
    }
  }

  /// Returns the value that Core Data reads from a text, and whether the conversion is exact.
  static func value(of text: String, _ type: AttributeType) -> (
    value: AttributeValue, isExact: Bool
  )? {
    switch type {
    case .int16, .int32, .int64:
      if let number = Int64(text) { return (.int(number), true) }
      if let truth = truth(text) { return (.int(truth ? 1 : 0), true) }
      guard let number = Double(text), let whole = Int64(exactly: number.rounded(.towardZero))
      else { return nil }
      return (.int(whole), number == Double(whole))
    case .double: return Double(text).map { (.double($0), true) }
    case .float: return Float(text).map { (.double(Double($0)), true) }
    case .decimal: return decimal(text).map { (.decimal($0), true) }
    case .bool:
      if let truth = truth(text) { return (.bool(truth), true) }
      return Double(text).map { (.bool($0 != 0), $0 == 0 || $0 == 1) }
    case .string: return (.string(text), true)
    case .date:
      let date =
        Double(text).map(Date.init(timeIntervalSinceReferenceDate:)) ?? DateText.parse(text)?.date
      return date.map { (.date($0), true) }
    case .uuid: return UUID(uuidString: text).map { (.uuid($0), true) }
    case .url: return URL(string: text).map { (.url($0), true) }
    default: return nil
    }
  }

  private static func truth(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "yes", "true": true
    case "no", "false": false
    default: nil
    }
  }

  private static func decimal(_ text: String) -> Decimal? {
    // `Decimal` ignores an unreadable end of a text, and accepts some texts that are not numbers.
    guard text.utf8.count <= 200, Double(text)?.isFinite == true,
      text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) })
    else { return nil }
    return Decimal(string: text)
  }
}

extension MarkupElement {
  /// The element itself in the form of an attribute, for its position.
  var positionAttribute: MarkupAttribute {
    MarkupAttribute(name: name, value: "", position: position)
  }
}
