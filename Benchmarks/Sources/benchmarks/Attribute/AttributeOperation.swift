/// An operation on one object. Every side implements each case with the same loop.
enum AttributeOperation: String, CaseIterable {
  case getInt = "get-int"
  case setInt = "set-int"
  case getString = "get-string"
  case setString = "set-string"
  /// A write and a read of one attribute, each in its own function.
  case pairDouble = "pair-double"
  case pairBool = "pair-bool"
  case pairDate = "pair-date"
  case pairUUID = "pair-uuid"
  /// A read of one Int of each of 64 objects, which stay in the first-level cache.
  case loopGetInt = "loop-get-int"
  /// A read of an Int by a String created at run time.
  case runtimeNameGetInt = "runtime-name-get-int"

  /// The number of calls per round.
  var iterations: Int {
    switch self {
    case .getInt, .setInt: 400_000
    case .getString, .setString, .pairDouble, .pairBool, .pairDate, .pairUUID: 200_000
    case .loopGetInt: 1_000_000 / Self.loopCount
    case .runtimeNameGetInt: 100_000
    }
  }

  /// The number of operations in a call: four attributes of a type, one pair, or one loop.
  var operationsPerIteration: Int {
    switch self {
    case .getInt, .setInt, .getString, .setString, .runtimeNameGetInt: 4
    case .pairDouble, .pairBool, .pairDate, .pairUUID: 1
    case .loopGetInt: Self.loopCount
    }
  }

  static let loopCount = 64
  /// Names that the compiler does not know. Not an array, because iterating would cost as much as the access.
  static let runtimeNames = (opaque("i0"), opaque("i3"), opaque("i2"), opaque("i1"))

  /// Texts too long to be stored inline, so that reading one retains it.
  static let texts = [
    opaque("Another string longer than fifteen"), opaque("Yet another string, longer than that"),
  ]

  /// Creates the subject of one side; `body` runs all iterations.
  func subject(_ name: String, _ body: @escaping () -> Void) -> Subject {
    .timed(name, operations: iterations * operationsPerIteration, body)
  }
}
