import ArmatureModel

extension ValidationFailure {
  /// The code of the failure, such as `length.tooShort`.
  ///
  /// The code does not change between versions of the library, so programs can rely on it.
  ///
  /// SARIF uses it as the rule's identifier. ``MessageCatalog/codes`` lists all codes.
  public var code: String {
    switch kind {
    case .rule(let requirement, let actual, _, _): code(of: requirement, actual)
    case .schema: "schema"
    case .wrongType: "type.wrong"
    case .notRepresentable: "type.notRepresentable"
    case .wrongStructure: "type.structure"
    case .unknownKey: "key.unknown"
    case .keyNotAllowed: "key.notAllowed"
    case .duplicateKey: "key.duplicate"
    case .unknownEntity: "entity.unknown"
    case .abstractEntity: "entity.abstract"
    case .noEntity: "entity.none"
    case .missingValue: "value.missing"
    case .outOfRange: "value.outOfRange"
    case .inexact: "value.inexact"
    case .badDate: "value.badDate"
    case .badFormat: "value.badFormat"
    case .brokenReference: "reference.broken"
    case .ambiguousReference: "reference.ambiguous"
    case .leftOutReference: "reference.leftOut"
    case .leftOutRecords: "record.leftOut"
    case .contradictoryReference: "reference.contradictory"
    case .duplicateIdentity: "identity.duplicate"
    case .missingIdentity: "identity.missing"
    case .syntax: "syntax"
    case .unlisted: "report.limit"
    case .deleteDenied: "delete.denied"
    case .deletionUnstable: "delete.unstable"
    case .danglingReference: "reference.dangling"
    case .wrongOwner: "owner"
    case .wrongDerivedValue: "value.derived"
    case .unboundRule: "rule.unbound"
    case .threw: "rule.threw"
    case .changedDuringValidation: "object.changed"
    case .invalidated: "object.invalidated"
    }
  }

  private func code(of requirement: ValidationRule.Requirement, _ actual: Int?) -> String {
    switch requirement {
    case .length(let minimum, _):
      lengthFound(actual) < minimum ?? 0 ? "length.tooShort" : "length.tooLong"
    case .range(let minimum, let maximum, let excludesMaximum):
      switch side(minimum, maximum, excludesMaximum) {
      case .below: "range.tooSmall"
      case .above: "range.tooLarge"
      case nil: "range.notANumber"
      }
    case .count(let minimum, _):
      lengthFound(actual) < minimum ? "count.tooFew" : "count.tooMany"
    default: requirement.word
    }
  }

  /// Core Data's error code for this kind of failure. It is 1550 if Core Data has no special code.
  public var coreDataCode: Int {
    switch kind {
    case .rule(.range(let minimum, let maximum, let excludesMaximum), _, _, _):
      coreDataCode(of: side(minimum, maximum, excludesMaximum))
    case .wrongType(let type, _), .badFormat(let type):
      type.isDate ? 1650 : type.storage == .url ? 1690 : 1550
    case .outOfRange(_, let text): isNegative(text) ? 1620 : 1610
    default: Self.coreDataCodes[code] ?? 1550
    }
  }

  private static let coreDataCodes = [
    "required": 1570, "value.missing": 1570, "length.tooShort": 1670, "length.tooLong": 1660,
    "pattern": 1680, "format": 1680, "unique": 133_021, "identity.duplicate": 133_021,
    "count.tooFew": 1580,
    "count.tooMany": 1590, "value.badDate": 1650, "delete.denied": 1600,
    "reference.broken": 133_000, "reference.ambiguous": 133_000,
    "reference.leftOut": 133_000, "reference.contradictory": 133_000,
  ]

  private func coreDataCode(of side: Side?) -> Int {
    guard let side, let type = value.naturalType else { return 1550 }
    if type.isNumeric { return side == .above ? 1610 : 1620 }
    return type.isDate ? side == .above ? 1630 : 1640 : 1550
  }

  private func isNegative(_ text: String?) -> Bool {
    (text ?? value.description).utf8.first == UInt8(ascii: "-")
  }
}

extension ValidationFailure {
  /// The side of a range that a value is on.
  enum Side {
    case below, above
  }

  /// Returns the side of the bounds that the value is on; `nil` if it cannot be compared with them.
  func side(
    _ minimum: AttributeValue?, _ maximum: AttributeValue?, _ excludesMaximum: Bool
  ) -> Side? {
    if let minimum, value.compare(minimum) == .ascending { return .below }
    if let maximum {
      let order = value.compare(maximum)
      if order == .descending || order == .same && excludesMaximum { return .above }
    }
    return nil
  }

  /// Returns the length or count: the recorded one, or else the one computed from the value.
  func lengthFound(_ actual: Int?) -> Int {
    if let actual { return actual }
    switch value {
    case .string(let text): return text.count
    case .data(let data): return data.count
    case .list(let values): return values.count
    case .objects(let ids): return ids.count
    case .object: return 1
    default: return 0
    }
  }
}
