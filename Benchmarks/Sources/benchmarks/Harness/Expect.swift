/// The result of work on data of our own making, which cannot fail.
func expect<Value>(_ work: () throws -> Value) -> Value {
  do {
    return try work()
  } catch {
    preconditionFailure("the data of the benchmark must be accepted, but: \(error)")
  }
}
