import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PredicateExpressions.Variable: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm { conversion.term(of: key) }
}

extension PredicateExpressions.NilLiteral: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm { .none }
}

extension PredicateExpressions.Value: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    if let range = value as? any ConstantRange { return range.bounds(conversion) }
    return constant.map(ConvertedTerm.value) ?? conversion.reject(.constant("\(Output.self)"))
  }

  /// The value as data. It is `nil` if attributes cannot have such a value.
  private var constant: FetchExpression? {
    // Checked by type: casting a `nil` value would lose its optional.
    if let type = Output.self as? any PropertyConvertible.Type {
      return expression(value, as: type)
    }
    guard let elements = value as? any Collection else { return nil }
    var parts: [FetchExpression] = []
    for element in elements {
      guard let type = type(of: element) as? any PropertyConvertible.Type,
        let part = expression(element, as: type)
      else { return nil }
      parts.append(part)
    }
    // A set has a different order in each run.
    return .list(value is any SetAlgebra ? parts.sorted { "\($0)" < "\($1)" } : parts)
  }

  private func expression<Convertible: PropertyConvertible>(
    _ value: Any, as type: Convertible.Type
  ) -> FetchExpression? {
    (value as? Convertible).map { .value($0) }
  }
}

extension PredicateExpressions.KeyPath: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    // A path that starts at a constant is a constant.
    if let constant = try? root.evaluate(PredicateBindings()) {
      return PredicateExpressions.Value(constant[keyPath: keyPath]).term(conversion)
    }
    return conversion.combine([conversion.term(of: root)]) { roots in
      switch (roots[0], kind) {
      case (.object(let object), _): conversion.property(at: keyPath, of: object)
      case (.objects(let objects), .collectionCount):
        .value(.aggregate(.count, of: objects.fetchExpression))
      case (.objects(let objects), .collectionIsEmpty):
        .condition(
          .comparison(
            .aggregate(.count, of: objects.fetchExpression), .equal, .constant(.int(0))))
      case (.value(let value), .collectionCount):
        .value(
          Root.Output.self == String.self
            ? .function(.length, [value]) : .aggregate(.count, of: value))
      case (.value(let value), .collectionIsEmpty):
        .condition(
          Root.Output.self == String.self
            ? .comparison(value, .equal, .constant(.string("")))
            : .comparison(.aggregate(.count, of: value), .equal, .constant(.int(0))))
      case (.value, _) where Root.Output.self is any CompositeValue.Type:
        conversion.reject(.element("\(Root.Output.self)"))
      default: conversion.reject(.member("\(Root.Output.self)", "\(Output.self)"))
      }
    }
  }
}
