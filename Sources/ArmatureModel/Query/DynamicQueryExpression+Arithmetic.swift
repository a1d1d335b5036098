#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// The same operators as for any numbers, with concrete types, which the compiler finds at once. Without them it gave up
// on three comparisons of products, `$0.price * 2 > $0.cost + 1 && …`, which takes 0.1 s (Swift 6.3).

extension DynamicQueryExpression {
  /// The sum of the expression and another.
  public static func + (left: Self, right: DynamicQuery) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .add, right.fetchExpression))
  }
  /// The sum of the expression and a computed one.
  public static func + (left: Self, right: DynamicExpression) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .add, right.fetchExpression))
  }
  /// The sum of the expression and an integer.
  public static func + (left: Self, right: Int) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .add, .constant(right.attributeValue)))
  }
  /// The sum of the expression and a number.
  public static func + (left: Self, right: Double) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .add, .constant(right.attributeValue)))
  }
  /// The sum of the expression and a decimal number.
  public static func + (left: Self, right: Decimal) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .add, .constant(right.attributeValue)))
  }
  /// The sum of an integer and the expression.
  public static func + (left: Int, right: Self) -> DynamicExpression {
    computed(.arithmetic(.constant(left.attributeValue), .add, right.fetchExpression))
  }
  /// The sum of a number and the expression.
  public static func + (left: Double, right: Self) -> DynamicExpression {
    computed(.arithmetic(.constant(left.attributeValue), .add, right.fetchExpression))
  }
  /// The sum of a decimal number and the expression.
  public static func + (left: Decimal, right: Self) -> DynamicExpression {
    computed(.arithmetic(.constant(left.attributeValue), .add, right.fetchExpression))
  }

  /// The difference of the expression and another.
  public static func - (left: Self, right: DynamicQuery) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .subtract, right.fetchExpression))
  }
  /// The difference of the expression and a computed one.
  public static func - (left: Self, right: DynamicExpression) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .subtract, right.fetchExpression))
  }
  /// The difference of the expression and an integer.
  public static func - (left: Self, right: Int) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .subtract, .constant(right.attributeValue)))
  }
  /// The difference of the expression and a number.
  public static func - (left: Self, right: Double) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .subtract, .constant(right.attributeValue)))
  }
  /// The difference of the expression and a decimal number.
  public static func - (left: Self, right: Decimal) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .subtract, .constant(right.attributeValue)))
  }
  /// The difference of an integer and the expression.
  public static func - (left: Int, right: Self) -> DynamicExpression {
    computed(.arithmetic(.constant(left.attributeValue), .subtract, right.fetchExpression))
  }
  /// The difference of a number and the expression.
  public static func - (left: Double, right: Self) -> DynamicExpression {
    computed(.arithmetic(.constant(left.attributeValue), .subtract, right.fetchExpression))
  }
  /// The difference of a decimal number and the expression.
  public static func - (left: Decimal, right: Self) -> DynamicExpression {
    computed(.arithmetic(.constant(left.attributeValue), .subtract, right.fetchExpression))
  }

  /// The product of the expression and another.
  public static func * (left: Self, right: DynamicQuery) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .multiply, right.fetchExpression))
  }
  /// The product of the expression and a computed one.
  public static func * (left: Self, right: DynamicExpression) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .multiply, right.fetchExpression))
  }
  /// The product of the expression and an integer.
  public static func * (left: Self, right: Int) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .multiply, .constant(right.attributeValue)))
  }
  /// The product of the expression and a number.
  public static func * (left: Self, right: Double) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .multiply, .constant(right.attributeValue)))
  }
  /// The product of the expression and a decimal number.
  public static func * (left: Self, right: Decimal) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .multiply, .constant(right.attributeValue)))
  }
  /// The product of an integer and the expression.
  public static func * (left: Int, right: Self) -> DynamicExpression {
    computed(.arithmetic(.constant(left.attributeValue), .multiply, right.fetchExpression))
  }
  /// The product of a number and the expression.
  public static func * (left: Double, right: Self) -> DynamicExpression {
    computed(.arithmetic(.constant(left.attributeValue), .multiply, right.fetchExpression))
  }
  /// The product of a decimal number and the expression.
  public static func * (left: Decimal, right: Self) -> DynamicExpression {
    computed(.arithmetic(.constant(left.attributeValue), .multiply, right.fetchExpression))
  }

  /// The quotient of the expression and another.
  public static func / (left: Self, right: DynamicQuery) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .divide, right.fetchExpression))
  }
  /// The quotient of the expression and a computed one.
  public static func / (left: Self, right: DynamicExpression) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .divide, right.fetchExpression))
  }
  /// The quotient of the expression and an integer.
  public static func / (left: Self, right: Int) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .divide, .constant(right.attributeValue)))
  }
  /// The quotient of the expression and a number.
  public static func / (left: Self, right: Double) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .divide, .constant(right.attributeValue)))
  }
  /// The quotient of the expression and a decimal number.
  public static func / (left: Self, right: Decimal) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .divide, .constant(right.attributeValue)))
  }
  /// The quotient of an integer and the expression.
  public static func / (left: Int, right: Self) -> DynamicExpression {
    computed(.arithmetic(.constant(left.attributeValue), .divide, right.fetchExpression))
  }
  /// The quotient of a number and the expression.
  public static func / (left: Double, right: Self) -> DynamicExpression {
    computed(.arithmetic(.constant(left.attributeValue), .divide, right.fetchExpression))
  }
  /// The quotient of a decimal number and the expression.
  public static func / (left: Decimal, right: Self) -> DynamicExpression {
    computed(.arithmetic(.constant(left.attributeValue), .divide, right.fetchExpression))
  }

  /// The remainder of the expression divided by another.
  public static func % (left: Self, right: DynamicQuery) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .modulus, right.fetchExpression))
  }
  /// The remainder of the expression divided by a computed one.
  public static func % (left: Self, right: DynamicExpression) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .modulus, right.fetchExpression))
  }
  /// The remainder of the expression divided by an integer.
  public static func % (left: Self, right: Int) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .modulus, .constant(right.attributeValue)))
  }
  /// The remainder of the expression divided by a number.
  public static func % (left: Self, right: Double) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .modulus, .constant(right.attributeValue)))
  }
  /// The remainder of the expression divided by a decimal number.
  public static func % (left: Self, right: Decimal) -> DynamicExpression {
    computed(.arithmetic(left.fetchExpression, .modulus, .constant(right.attributeValue)))
  }
  /// The remainder of an integer divided by the expression.
  public static func % (left: Int, right: Self) -> DynamicExpression {
    computed(.arithmetic(.constant(left.attributeValue), .modulus, right.fetchExpression))
  }
  /// The remainder of a number divided by the expression.
  public static func % (left: Double, right: Self) -> DynamicExpression {
    computed(.arithmetic(.constant(left.attributeValue), .modulus, right.fetchExpression))
  }
  /// The remainder of a decimal number divided by the expression.
  public static func % (left: Decimal, right: Self) -> DynamicExpression {
    computed(.arithmetic(.constant(left.attributeValue), .modulus, right.fetchExpression))
  }
}
