import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A range that is a constant of a predicate.
protocol ConstantRange {
  /// Converts the range.
  func bounds(_ conversion: PredicateConversion) -> ConvertedTerm
}

extension Range: ConstantRange {
  func bounds(_ conversion: PredicateConversion) -> ConvertedTerm {
    .bounds(
      lower: conversion.constant(lowerBound), upper: conversion.constant(upperBound),
      isClosed: false)
  }
}

extension ClosedRange: ConstantRange {
  func bounds(_ conversion: PredicateConversion) -> ConvertedTerm {
    .bounds(
      lower: conversion.constant(lowerBound), upper: conversion.constant(upperBound),
      isClosed: true)
  }
}

extension PartialRangeFrom: ConstantRange {
  func bounds(_ conversion: PredicateConversion) -> ConvertedTerm {
    .bounds(lower: conversion.constant(lowerBound), upper: nil, isClosed: true)
  }
}

extension PartialRangeUpTo: ConstantRange {
  func bounds(_ conversion: PredicateConversion) -> ConvertedTerm {
    .bounds(lower: nil, upper: conversion.constant(upperBound), isClosed: false)
  }
}

extension PartialRangeThrough: ConstantRange {
  func bounds(_ conversion: PredicateConversion) -> ConvertedTerm {
    .bounds(lower: nil, upper: conversion.constant(upperBound), isClosed: true)
  }
}

extension PredicateConversion {
  fileprivate func constant<Value>(_ value: Value) -> ConvertedTerm {
    PredicateExpressions.Value(value).term(self)
  }
}
