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
  /// let predicate = #Predicate<Managed<Work>> { $0.pages > 100 && $0.writer?.name == "Frank" }
  /// let condition = try FetchPredicate(predicate, in: model)
  /// ```
  /// Comparisons, logic, arithmetic, ranges, `contains`, `allSatisfy`, `filter`, `starts(with:)`, counts,
  /// optional chains, `??`, `if let` and `? :` are converted. Members are the properties of the model
  /// and `objectID`. Of members that other code computes, of casts, subscripts, regular expressions and
  /// localized comparisons there are no conditions. `#Predicate<ManagedObject>` does not compile: the
  /// macro needs to know the type of each member.
  ///
  /// Two things differ. Text is compared by its bytes, as in all conditions. What ends
  /// `predicate.evaluate(_:)` with an error or a trap has no value here: `!` behind what is absent, a
  /// number beyond its range.
  ///
  /// - Throws: ``/Armature/FetchPredicateError`` with everything that cannot be converted;
  ///   ``/Armature/ManagedObjectError`` if the model lacks the entity.
  /// - Complexity: O(*n*) in the size of the predicate.
  public init<Type: EntityType>(
    _ predicate: Predicate<Managed<Type>>, in model: ManagedObjectModel
  ) throws {
    self = try PredicateConversion(model).condition(
      of: predicate.expression, about: predicate.variable)
  }

  /// Makes the same condition of one that Foundation's macro has made of a closure over objects of a
  /// class.
  ///
  /// Members are the accessors of the class that can be set; all else is as with typed views.
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
