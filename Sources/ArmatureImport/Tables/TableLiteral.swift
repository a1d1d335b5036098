import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A literal in an SQL statement.
enum TableLiteral {
  case number(String)
  case string(String)
  case null
  case truth(Bool)
  /// The time of the row's insertion.
  case now

  /// Reads a literal; `nil` for anything else.
  init?(_ tokens: some Collection<TableToken>) {
    var tokens = Array(tokens)
    while tokens.first == .sign("("), tokens.last == .sign(")"), tokens.count > 2 {
      tokens = Array(tokens.dropFirst().dropLast())
    }
    var sign = ""
    if tokens.count == 2, case .sign(let text) = tokens[0], text == "-" || text == "+" {
      sign = text == "-" ? text : ""
      tokens.removeFirst()
    }
    guard tokens.count == 1, let token = tokens.first else {
      let text = TableToken.text(tokens).lowercased()
      guard text == "datetime ( 'now' )" || text == "strftime ( '%y-%m-%dt%h:%m:%fz' , 'now' )"
      else { return nil }
      self = .now
      return
    }
    switch token {
    case .number(let text): self = .number(sign + text)
    case .string(let text), .name(let text): self = .string(text)
    case .word(let word):
      switch word.uppercased() {
      case "NULL": self = .null
      case "TRUE": self = .truth(true)
      case "FALSE": self = .truth(false)
      case "CURRENT_TIMESTAMP": self = .now
      default: return nil
      }
    case .sign: return nil
    }
  }

  /// Returns the literal as a value of a type. Returns `nil` if it does not have this type.
  func value(as type: AttributeType) -> AttributeValue? {
    switch (type.storage, self) {
    case (.bool, .truth(let truth)): return .bool(truth)
    case (.bool, .number(let text)):
      return text == "0" ? .bool(false) : text == "1" ? .bool(true) : nil
    case (.bool, .string(let text)): return TableValues.truth(text).map { .bool($0) }
    case (.int64, .truth(let truth)): return .int(truth ? 1 : 0)
    case (.int64, .number(let text)), (.int64, .string(let text)):
      return SchemaNumber.integer(text).map { .int($0) }
    case (.double, .number(let text)), (.double, .string(let text)):
      return SchemaNumber.double(text).map { .double($0) }
    case (.decimal, .number(let text)), (.decimal, .string(let text)):
      return SchemaNumber.decimal(text).map { .decimal($0) }
    case (.string, .string(let text)), (.string, .number(let text)): return .string(text)
    case (.calendarDate, .string(let text)): return CalendarDate(text).map { .calendarDate($0) }
    case (.date, .string(let text)): return TableValues.date(text).map { .date($0) }
    case (.uuid, .string(let text)): return UUID(uuidString: text).map { .uuid($0) }
    default: return nil
    }
  }
}
