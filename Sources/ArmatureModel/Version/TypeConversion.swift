/// Whether stored values of one type can become values of another.
enum TypeConversion {
  /// Each value has one that is equal to it.
  case exact
  /// Some values have; somebody must say which, and what happens to the others.
  case partial
  /// None has.
  case impossible
}

extension AttributeType {
  /// Whether stored values of this type can become values of another one.
  ///
  /// Core Data asks for a mapping whenever a type changes. Here numbers become wider by themselves,
  /// since nothing has to be decided: integers of more bits, decimals for integers, floating-point
  /// numbers that hold every integer of the old type.
  ///
  /// Not every value of a type is a case of an enumeration.
  func conversion(to other: AttributeType) -> TypeConversion {
    let conversion = conversion(toStorageOf: other)
    guard conversion == .exact, let cases = other.cases else { return conversion }
    return self.cases?.allSatisfy(cases.contains) == true ? .exact : .partial
  }

  private func conversion(toStorageOf other: AttributeType) -> TypeConversion {
    let (from, to) = (TypeFacts(self).family, TypeFacts(other).family)
    if from == .number, to == .number { return widens(to: other) ? .exact : .partial }
    // Text can say everything, a composite can have an element of any type.
    if from == to || [from, to].contains(where: { $0 == .text || $0 == .composite }) {
      return .partial
    }
    switch (from, to) {
    case (.number, .truth), (.truth, .number), (.number, .date), (.date, .number): return .partial
    case (.date, .day), (.day, .date), (_, .list), (.list, _): return .partial
    case (.data, .uuid), (.uuid, .data): return .partial
    default: return .impossible
    }
  }

  /// Whether each value has a text that no other one has, so that it could be read again.
  ///
  /// A date has not: its text may be shorter than its fraction of a second.
  var hasExactText: Bool {
    [.number, .truth, .day, .uuid, .url].contains(TypeFacts(self).family)
  }

  private func widens(to other: AttributeType) -> Bool {
    switch (storage, other.storage) {
    case (.int16, .int32), (.int16, .int64), (.int32, .int64): true
    case (.int16, .decimal), (.int32, .decimal), (.int64, .decimal): true
    case (.int16, .float), (.int16, .double), (.int32, .double), (.float, .double): true
    default: false
    }
  }
}
