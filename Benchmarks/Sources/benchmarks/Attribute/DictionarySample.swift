/// The peer of attribute access: an object with a `[String: Any]` dictionary.
final class DictionarySample {
  var values: [String: Any] = [
    "i0": 1, "i1": 2, "i2": 3, "i3": 4,
    "s0": "A string longer than fifteen 0", "s1": "A string longer than fifteen 1",
    "s2": "A string longer than fifteen 2", "s3": "A string longer than fifteen 3",
  ]

  @inline(__always)
  subscript<Value>(name: String) -> Value? {
    get { values[name] as? Value }
    set { values[name] = newValue }
  }
}

extension DictionarySample {
  static let subjectName = "[String: Any]"

  /// Returns the subject for operations that are compared with a dictionary, otherwise nil.
  static func subject(_ operation: AttributeOperation) -> Subject? {
    let count = operation.iterations / 4
    let object = DictionarySample()
    let texts = AttributeOperation.texts
    func timed(_ body: @escaping () -> Void) -> Subject {
      .timed(subjectName, operations: count * operation.operationsPerIteration, body)
    }
    return switch operation {
    case .getInt: timed { repeatRead(count) { getInts(object) } }
    case .setInt: timed { repeatWrite(count) { setInts(object, $0) } }
    case .getString: timed { repeatRead(count) { getStrings(object) } }
    case .setString: timed { repeatWrite(count) { setStrings(object, texts[$0 & 1]) } }
    default: nil
    }
  }
}

@inline(never)
private func getInts(_ object: DictionarySample) -> Int {
  (object["i0"] ?? 0) &+ (object["i1"] ?? 0) &+ (object["i2"] ?? 0) &+ (object["i3"] ?? 0)
}

@inline(never)
private func setInts(_ object: DictionarySample, _ value: Int) {
  object["i0"] = value
  object["i1"] = value
  object["i2"] = value
  object["i3"] = value
}

@inline(never)
private func getStrings(_ object: DictionarySample) -> Int {
  eat(object["s0"] ?? "") &+ eat(object["s1"] ?? "") &+ eat(object["s2"] ?? "")
    &+ eat(object["s3"] ?? "")
}

@inline(never)
private func setStrings(_ object: DictionarySample, _ value: String) {
  object["s0"] = value
  object["s1"] = value
  object["s2"] = value
  object["s3"] = value
}
