/// A value that several subjects share: made when the first of them asks for it.
final class Shared<Value> {
  private let make: () throws -> Value
  private lazy var made = expect(make)

  init(_ make: @escaping () throws -> Value) { self.make = make }

  var value: Value { made }
}
