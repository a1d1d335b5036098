/// The convertibility of stored values from one type to another.
enum TypeConversion {
  /// Each value has an equal value of the other type.
  case exact
  /// Some values can be converted. The migration must handle the others.
  case partial
  /// No value can be converted.
  case impossible
}

extension AttributeType {
  /// Returns whether stored values of this type can be converted to another type.
  ///
  /// In Core Data, each change of a type requires a mapping model. Armature converts numbers automatically if all
  /// values can be represented exactly. For example, an integer can become an integer with more bits, a decimal, or a
  /// floating-point number with enough digits.
  ///
  /// A conversion to an enumeration is partial, because not every value is a case.
  func conversion(to other: AttributeType) -> TypeConversion {
    let conversion = conversion(toStorageOf: other)
    guard conversion == .exact, let cases = other.cases else { return conversion }
    return self.cases?.allSatisfy(cases.contains) == true ? .exact : .partial
  }

  private func conversion(toStorageOf other: AttributeType) -> TypeConversion {
    let (from, to) = (TypeFacts(self).family, TypeFacts(other).family)
    if from == .number, to == .number { return widens(to: other) ? .exact : .partial }
    // Text can represent any value, and a composite can have an element of any type.
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

  /// Whether each value has a unique text, from which it can be read again.
  ///
  /// A date does not, because its text may drop digits of the fraction of a second.
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
