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
  /// In the predicate, you can use `objectID`, the properties of the model, and these expressions:
  /// - comparisons, logic, arithmetic and ranges
  /// - `contains`, `allSatisfy`, `filter`, `starts(with:)` and counts
  /// - optional chains, `??`, `if let` and `? :`
  ///
  /// Computed members, casts, subscripts, regular expressions and localized comparisons are not supported. Use a typed
  /// view, as in the example, because `#Predicate<ManagedObject>` does not compile. The macro has to know the type of
  /// each member.
  ///
  /// The results can differ from those of `predicate.evaluate(_:)` for two reasons:
  /// - The condition compares strings by their bytes.
  /// - If an expression has no result, for example because a number is out of range, it is null in the condition.
  ///   `evaluate(_:)` throws an error or traps instead.
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
  /// In the predicate, you can use the accessors of the class that have a setter. All other expressions are the same as
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
