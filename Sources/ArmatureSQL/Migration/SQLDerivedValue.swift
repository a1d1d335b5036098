import Armature
import ArmatureModel

/// A value of which SQL computes the parts, as far as it does so exactly, and this library the rest.
struct SQLDerivedValue {
  private typealias Evaluation = ([AttributeValue]) -> AttributeValue

  /// What SQL computes.
  private(set) var parts: [SQLTerm] = []
  private var evaluate: Evaluation = { _ in .null }
  /// Whether SQL computes all of it.
  private(set) var isWhole = true

  /// Must be called within the scope of the objects.
  ///
  /// - Throws: ``SQLInexact`` for a value of which SQL does not compute the parts either.
  init(_ expression: FetchExpression, _ writer: SQLWriter) throws {
    evaluate = try evaluation(expression, writer)
  }

  private mutating func evaluation(
    _ expression: FetchExpression, _ writer: SQLWriter
  ) throws -> Evaluation {
    do {
      parts.append(try writer.term(expression))
      let place = parts.count - 1
      return { $0[place] }
    } catch let inexact as SQLInexact {
      isWhole = false
      switch expression {
      case .arithmetic(let left, let operation, let right):
        let (left, right) = (try evaluation(left, writer), try evaluation(right, writer))
        return { operation.apply(left($0), right($0)) }
      case .function(let function, let arguments) where !arguments.isEmpty:
        let arguments = try arguments.map { try evaluation($0, writer) }
        return { parts in function.apply(arguments.map { $0(parts) }) }
      default: throw inexact
      }
    }
  }

  /// The value, of what the database has for the parts.
  func value(_ found: [SQLValue]) -> AttributeValue {
    evaluate(zip(parts, found).map { part, value in part.kind?.decode(value) ?? .null })
  }
}
