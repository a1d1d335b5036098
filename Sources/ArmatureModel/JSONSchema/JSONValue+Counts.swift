extension JSONValue {
  /// The number of values, including those inside.
  var partCount: Int {
    switch self {
    case .array(let values): values.reduce(1) { $0 + $1.partCount }
    case .object(let object): object.reduce(1) { $0 + $1.value.partCount }
    case .null, .bool, .number, .string: 1
    }
  }
}

extension Int {
  func isWithin(_ least: Int?, _ most: Int?) -> Bool {
    self >= least ?? 0 && self <= most ?? .max
  }
}

extension [JSONValue] {
  /// The indices of the first element that equals an earlier one, and of that one.
  var firstRepetition: (Int, Int)? {
    var places: [JSONValue: Int] = [:]
    for (index, element) in enumerated() {
      if let first = places.updateValue(index, forKey: element) { return (first, index) }
    }
    return nil
  }
}
