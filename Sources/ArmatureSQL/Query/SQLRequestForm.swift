import Armature
import ArmatureModel

/// The form of requests that find objects by a single value of one attribute. The SQL of such requests differs only in
/// this value.
struct SQLRequestForm: Hashable {
  private let entity: String
  private let includesSubentities: Bool
  private let property: String

  /// - Returns: `nil` for all other requests, and for a value that the column does not store unchanged.
  static func of(
    _ request: FetchRequest, _ schema: SQLSchema
  ) -> (form: SQLRequestForm, value: SQLValue)? {
    guard request.orderedBy.isEmpty, request.limit == nil, request.offset == 0,
      case .comparison(.keyPath(let path), .equal, .constant(let constant), [], .one) = request
        .predicate,
      path.level == 0, path.names.count == 1,
      case .value(.column(_, let kind))? = schema.place(of: path.names[0], in: request.entity)?.0
    else { return nil }
    let value: SQLValue
    switch (kind, constant) {
    case (.text, .string(let text)): value = .text(text)
    case (.integer, .int(let number)): value = .integer(number)
    default: return nil
    }
    let form = SQLRequestForm(
      entity: request.entity, includesSubentities: request.includesSubentities,
      property: path.names[0])
    return (form, value)
  }
}
