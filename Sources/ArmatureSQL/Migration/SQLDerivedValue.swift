import Armature
import ArmatureModel

/// A value that is computed partly by SQL and partly by this library. SQL computes the parts for which it is exact.
struct SQLDerivedValue {
  private typealias Evaluation = ([AttributeValue]) -> AttributeValue

  /// The parts that SQL computes.
  private(set) var parts: [SQLTerm] = []
  private var evaluate: Evaluation = { _ in .null }
  /// Whether SQL computes the whole value.
  private(set) var isWhole = true

  /// Call this initializer within the scope of the objects.
  ///
  /// - Throws: ``SQLInexact`` if SQL cannot compute the parts exactly.
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

  /// Returns the value, computed from the values of the parts.
  func value(_ found: [SQLValue]) -> AttributeValue {
    evaluate(zip(parts, found).map { part, value in part.kind?.decode(value) ?? .null })
  }
}
