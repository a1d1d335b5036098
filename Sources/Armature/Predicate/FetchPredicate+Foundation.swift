public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension FetchPredicate {
  /// Makes the same condition of one that Foundation's macro has made of a closure over typed views.
  ///
  /// ```swift
  /// let long = try FetchPredicate(
  ///   #Predicate<Managed<Work>> { $0.pages > 100 && $0.writer?.name == "Frank" }, in: model)
  /// ```
  /// Comparisons, logic, arithmetic, ranges, `contains`, `allSatisfy`, `filter`, `starts(with:)`, counts,
  /// optional chains, `??`, `if let` and `? :` are converted. Members are the properties of the model and
  /// `objectID`; of what is computed by other code, and of casts, regular expressions, subscripts and
  /// localized comparisons, a condition has no words. `#Predicate<ManagedObject>` does not compile: a
  /// member of an untyped object has no type for the macro.
  ///
  /// Two things differ. Text is compared by its bytes, as in all conditions. What ends
  /// `evaluate(_:)` with an error or a trap has no value here: `!` on what is absent, a sum beyond the
  /// range of the numbers.
  ///
  /// - Throws: ``/Armature/FetchPredicateError`` with everything that cannot be converted;
  ///   ``/Armature/ManagedObjectError`` if the model lacks the entity.
  /// - Complexity: O(*n*) in the size of the condition, with some microseconds for each property in it.
  public init<Type: EntityType>(
    _ predicate: Predicate<Managed<Type>>, in model: ManagedObjectModel
  ) throws {
    self = try PredicateConversion(model).condition(
      of: predicate.expression, about: predicate.variable)
  }

  /// Makes the same condition of one that Foundation's macro has made of a closure over objects of a
  /// class.
  ///
  /// ```swift
  /// let long = try FetchPredicate(#Predicate<Book> { $0.pages > 100 }, in: model)
  /// ```
  /// Members are the accessors of the class, `@Property` in front, that can be set; all else is as with
  /// typed views.
  ///
  /// - Throws: ``/Armature/FetchPredicateError`` with everything that cannot be converted;
  ///   ``/Armature/ManagedObjectError`` if no entity has the class, or several have it.
  public init<Object: ManagedObject>(
    _ predicate: Predicate<Object>, in model: ManagedObjectModel
  ) throws {
    self = try PredicateConversion(model).condition(
      of: predicate.expression, about: predicate.variable)
  }
}
