import Armature
import ArmatureModel
import ArmatureSQL

/// The functions that SQLite calls for one connection, with their compiled patterns and searches.
final class SQLiteFunctionState {
  private struct TextTestKey: Hashable {
    let source: String
    let comparison: FetchPredicate.Comparison
    let options: FetchPredicate.Options
  }

  private enum TextTest {
    case pattern(TextPattern)
    case search(SearchQuery)
    /// The pattern is invalid.
    case never
  }

  private var tests: [TextTestKey: TextTest] = [:]
  /// The functions of the migration in progress.
  var migration: SQLMigrationFunctions?
  private static let mostTests = 64

  /// Registers the functions with a connection, which must keep this object while it is open.
  ///
  /// - Returns: The first result code other than success; otherwise success.
  func register(_ handle: SQLiteLibrary.Handle, _ library: SQLiteLibrary) -> Int32 {
    let data = Unmanaged.passUnretained(self).toOpaque()
    var result = SQLiteCode.ok
    func add(
      _ name: String, _ count: Int32, flags: Int32 = SQLiteCode.utf8Deterministic,
      _ function: SQLiteLibrary.Function?, step: SQLiteLibrary.Function? = nil,
      final: SQLiteLibrary.Finalizer? = nil
    ) {
      let code = library.createFunction(
        handle, name, count, flags, data, function, step, final, nil)
      if result == SQLiteCode.ok { result = code }
    }
    add(SQLiteFunctions.holds, 3) { context, _, values in
      answer(context, values, 2) { state, code, arguments in
        let comparison = FetchPredicate.Comparison.allCases[code.operation]
        return .integer(
          state.holds(arguments[0], comparison, arguments[1], code.options) ? 1 : 0)
      }
    }
    add(SQLiteFunctions.arithmetic, 3) { context, _, values in
      answer(context, values, 2) { _, code, arguments in
        let operation = FetchExpression.Arithmetic.allCases[code.operation]
        return code.kind(2)?.encode(operation.apply(arguments[0], arguments[1])) ?? .null
      }
    }
    add(SQLiteFunctions.function, 2) { context, _, values in
      answer(context, values, 1) { _, code, arguments in
        let function = FetchExpression.Function.allCases[code.operation]
        return code.kind(1)?.encode(function.apply(arguments)) ?? .null
      }
    }
    add(SQLiteFunctions.sortKey, 2) { context, _, values in
      answer(context, values, 1) { _, code, arguments in
        switch arguments[0] {
        case .string(let text): .text(text.folded(code.options))
        case .decimal(let number): .blob(DecimalSortKey.bytes(of: number))
        default: .null
        }
      }
    }
    // Takes any number of values. It is not deterministic: a default can differ for each row.
    add(SQLiteFunctions.newValue, -1, flags: SQLiteCode.utf8) { context, count, values in
      guard let values, count > 0, let library = SQLiteLibrary.current,
        let migration = state(context)?.migration
      else { return }
      let arguments = (1..<Int(count)).map { library.argument(values[$0]) }
      let number = Int(library.valueInteger(values[0]))
      library.setResult(migration.result(number, arguments), context)
    }
    add(
      SQLiteFunctions.aggregate, 2, nil,
      step: { context, _, values in addToAggregate(context, values) },
      final: { context in finishAggregate(context) })
    return result
  }

  fileprivate func holds(
    _ left: AttributeValue, _ comparison: FetchPredicate.Comparison, _ right: AttributeValue,
    _ options: FetchPredicate.Options
  ) -> Bool {
    guard [.like, .matches, .search].contains(comparison) else {
      return comparison.holds(left, right, options)
    }
    guard case .string(let source) = right else { return false }
    switch test(TextTestKey(source: source, comparison: comparison, options: options)) {
    case .pattern(let pattern):
      guard case .string(let text) = left else { return false }
      return pattern.matches(TextPattern.prepare(text, comparison, options))
    case .search(let query): return query.holds(for: [left])
    case .never: return false
    }
  }

  private func test(_ key: TextTestKey) -> TextTest {
    if let known = tests[key] { return known }
    if tests.count >= Self.mostTests { tests.removeAll() }
    let test: TextTest =
      if key.comparison == .search {
        .search(SearchQuery(key.source, tokenizer: FullTextTokenizer(key.options)))
      } else {
        (try? TextPattern(key.source, key.comparison, key.options)).map(TextTest.pattern) ?? .never
      }
    tests[key] = test
    return test
  }
}

/// Returns the state that a function was registered with. The connection keeps it as long as SQLite can call the
/// function.
private func state(_ context: SQLiteLibrary.Handle?) -> SQLiteFunctionState? {
  SQLiteLibrary.userData?(context).map {
    Unmanaged<SQLiteFunctionState>.fromOpaque($0).takeUnretainedValue()
  }
}

/// Calls a function with its arguments, converted to the kinds that its code names.
private func answer(
  _ context: SQLiteLibrary.Handle?, _ values: UnsafeMutablePointer<SQLiteLibrary.Handle?>?,
  _ count: Int,
  _ body: (SQLiteFunctionState, SQLiteFunctionCode, [AttributeValue]) -> SQLValue
) {
  guard let values, let library = SQLiteLibrary.current, let state = state(context) else {
    return
  }
  let code = SQLiteFunctionCode(number: library.valueInteger(values[0]))
  let arguments = (0..<count).map { index in
    let value = library.argument(values[index + 1])
    return code.kind(index)?.decode(value) ?? .null
  }
  library.setResult(body(state, code, arguments), context)
}

/// The state of an aggregate while its rows are visited.
private final class AggregateBox {
  var state: AggregateState
  let kind: SQLKind?

  init(_ code: SQLiteFunctionCode) {
    state = AggregateState(FetchExpression.Aggregate.allCases[code.operation])
    kind = code.kind(1)
  }
}

private func addToAggregate(
  _ context: SQLiteLibrary.Handle?, _ values: UnsafeMutablePointer<SQLiteLibrary.Handle?>?
) {
  guard let values, let library = SQLiteLibrary.current,
    let place = library.aggregateContext(context, Int32(MemoryLayout<UnsafeRawPointer?>.size))
  else { return }
  let code = SQLiteFunctionCode(number: library.valueInteger(values[0]))
  let slot = place.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  let box: AggregateBox
  if let known = slot.pointee {
    box = Unmanaged<AggregateBox>.fromOpaque(known).takeUnretainedValue()
  } else {
    box = AggregateBox(code)
    slot.pointee = Unmanaged.passRetained(box).toOpaque()
  }
  box.state.add(code.kind(0)?.decode(library.argument(values[1])) ?? .null)
}

private func finishAggregate(_ context: SQLiteLibrary.Handle?) {
  guard let library = SQLiteLibrary.current else { return }
  guard let place = library.aggregateContext(context, 0),
    let known = place.assumingMemoryBound(to: UnsafeMutableRawPointer?.self).pointee
  else { return library.resultNull(context) }
  let box = Unmanaged<AggregateBox>.fromOpaque(known).takeRetainedValue()
  library.setResult(box.kind?.encode(box.state.value) ?? .null, context)
}
