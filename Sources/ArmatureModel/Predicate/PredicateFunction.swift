/// The meaning of a function name in the text of a predicate.
enum PredicateFunction {
  case function(FetchExpression.Function)
  case arithmetic(FetchExpression.Arithmetic)
  case aggregate(FetchExpression.Aggregate)
  /// A hint for Core Data's stores, without effect here.
  case identity

  private static let all: [String: PredicateFunction] = {
    var all: [String: PredicateFunction] = [
      "add:to:": .arithmetic(.add), "from:subtract:": .arithmetic(.subtract),
      "multiply:by:": .arithmetic(.multiply), "divide:by:": .arithmetic(.divide),
      "raise:toPower:": .arithmetic(.power), "sum:": .aggregate(.sum),
      "count:": .aggregate(.count), "average:": .aggregate(.average),
      "min:": .aggregate(.minimum), "max:": .aggregate(.maximum),
      "noindex:": .identity,
    ]
    for function in FetchExpression.Function.allCases where !function.isCast {
      all[function.rawValue] = .function(function)
    }
    for operation in FetchExpression.Arithmetic.allCases where operation.rawValue.hasSuffix(":") {
      all[operation.rawValue] = .arithmetic(operation)
    }
    // The colon of a single argument may be omitted.
    for (name, function) in all where function.argumentCount == 1 {
      all[String(name.dropLast())] = function
    }
    return all
  }()

  /// All names. If a name has a form with colons, this form is used.
  static let names = all.keys.filter { $0.hasSuffix(":") || $0 == "now" }.sorted()

  init?(_ name: String) {
    guard let function = Self.all[name] else { return nil }
    self = function
  }

  var argumentCount: Int {
    switch self {
    case .function(let function): function.argumentCount
    case .arithmetic: 2
    case .aggregate, .identity: 1
    }
  }

  /// Returns the function applied to its arguments, or `nil` for the argument itself.
  func apply(to values: [FetchExpression]) -> FetchExpression? {
    switch self {
    case .function(let function): .function(function, values)
    case .arithmetic(let operation): .arithmetic(values[0], operation, values[1])
    case .aggregate(let aggregate): .aggregate(aggregate, of: values[0])
    case .identity: nil
    }
  }
}
