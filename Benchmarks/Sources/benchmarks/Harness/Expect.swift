/// Returns the result of work on this project's own data, which cannot fail.
func expect<Value>(_ work: () throws -> Value) -> Value {
  do {
    return try work()
  } catch {
    preconditionFailure("the data of the benchmark must be accepted, but: \(error)")
  }
}
