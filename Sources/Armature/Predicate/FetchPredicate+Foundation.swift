public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension FetchPredicate {
  /// Converts a Foundation predicate over typed views, created by the `#Predicate` macro.
  ///
  /// ```swift
  /// let predicate = #Predicate<Managed<Work>> { $0.pages > 100 && $0.writer?.name == "Frank" }
  /// let condition = try FetchPredicate(predicate, in: model)
  /// ```
  /// Comparisons, logic, arithmetic, ranges, `contains`, `allSatisfy`, `filter`, `starts(with:)`, counts, optional
  /// chains, `??`, `if let` and `? :` are converted. Members are the properties of the model and `objectID`. Computed
  /// members, casts, subscripts, regular expressions and localized comparisons are not supported.
  /// `#Predicate<ManagedObject>` does not compile: the macro needs to know the type of each member.
  ///
  /// Two things differ. Strings are compared by their bytes, as in all conditions. Expressions that end
  /// `predicate.evaluate(_:)` with an error or a trap, such as `!` after a missing value or a number out of range,
  /// are null here.
  ///
  /// - Throws: ``/Armature/FetchPredicateError`` with every part that cannot be converted;
  ///   ``/Armature/ManagedObjectError`` if the model lacks the entity.
  /// - Complexity: O(*n*) in the size of the predicate.
  public init<Type: EntityType>(
    _ predicate: Predicate<Managed<Type>>, in model: ManagedObjectModel
  ) throws {
    self = try PredicateConversion(model).condition(
      of: predicate.expression, about: predicate.variable)
  }

  /// Converts a Foundation predicate over objects of a class, created by the `#Predicate` macro.
  ///
  /// Members are the accessors of the class that can be set; otherwise the same as for typed views.
  ///
  /// - Throws: ``/Armature/FetchPredicateError`` with every part that cannot be converted;
  ///   ``/Armature/ManagedObjectError`` if no entity or several entities have the class.
  public init<Object: ManagedObject>(
    _ predicate: Predicate<Object>, in model: ManagedObjectModel
  ) throws {
    self = try PredicateConversion(model).condition(
      of: predicate.expression, about: predicate.variable)
  }
}
