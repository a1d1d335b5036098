/// A value that several subjects share, created on first use.
final class Shared<Value> {
  private let make: () throws -> Value
  private lazy var made = expect(make)

  init(_ make: @escaping () throws -> Value) { self.make = make }

  var value: Value { made }
}
