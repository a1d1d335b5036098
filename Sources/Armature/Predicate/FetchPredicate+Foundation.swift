public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension FetchPredicate {
  /// Creates a condition from a Foundation predicate over typed views. Use the `#Predicate` macro to write the
  /// predicate.
  ///
  /// ```swift
  /// let predicate = #Predicate<Managed<Work>> { $0.pages > 100 && $0.writer?.name == "Frank" }
  /// let condition = try FetchPredicate(predicate, in: model)
  /// ```
  /// The predicate can use the properties of the model and `objectID`. These expressions are converted:
  /// - comparisons, logic, arithmetic and ranges
  /// - `contains`, `allSatisfy`, `filter`, `starts(with:)` and counts
  /// - optional chains, `??`, `if let` and `? :`
  ///
  /// Computed members, casts, subscripts, regular expressions and localized comparisons are not supported.
  /// `#Predicate<ManagedObject>` does not compile, because the macro needs to know the type of each member.
  ///
  /// The condition differs from `predicate.evaluate(_:)` in two ways:
  /// - Strings are compared by their bytes, as in all conditions.
  /// - Some expressions end `evaluate(_:)` with an error or a trap, for example `!` after a missing value, or a number
  ///   out of range. In the condition, these expressions are null.
  ///
  /// - Throws: ``/Armature/FetchPredicateError`` with every part that cannot be converted.
  ///   ``/Armature/ManagedObjectError`` if the model lacks the entity.
  /// - Complexity: O(*n*) in the size of the predicate.
  public init<Type: EntityType>(
    _ predicate: Predicate<Managed<Type>>, in model: ManagedObjectModel
  ) throws {
    self = try PredicateConversion(model).condition(
      of: predicate.expression, about: predicate.variable)
  }

  /// Creates a condition from a Foundation predicate over objects of a class. Use the `#Predicate` macro to write the
  /// predicate.
  ///
  /// The predicate can use the accessors of the class that can be set. Otherwise, the same expressions are supported as
  /// in a predicate over typed views.
  ///
  /// - Throws: ``/Armature/FetchPredicateError`` with every part that cannot be converted.
  ///   ``/Armature/ManagedObjectError`` if the class belongs to no entity, or to several.
  public init<Object: ManagedObject>(
    _ predicate: Predicate<Object>, in model: ManagedObjectModel
  ) throws {
    self = try PredicateConversion(model).condition(
      of: predicate.expression, about: predicate.variable)
  }
}
