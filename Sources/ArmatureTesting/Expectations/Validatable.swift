public import Armature

/// A type that expectations can validate: an object, a typed view, a context or a report.
///
/// ```swift
/// struct Basket: Validatable {
///   let products: [ManagedObject]
///   func validate() -> ValidationReport {
///     products.reduce(ValidationReport()) { $0.merging($1.validate()) }
///   }
/// }
/// expectValid(Basket(products: try generator.make("Product", count: 3, in: context)))
/// ```
public protocol Validatable {
  /// Returns all failures with respect to the rules of the model.
  func validate() -> ValidationReport
}

extension ManagedObject: Validatable {}

extension ManagedObjectContext: Validatable {}

extension Managed: Validatable {
  /// Returns all failures of the view's object, including uniqueness.
  public func validate() -> ValidationReport { managedObject.validate() }
}

extension ValidationReport: Validatable {
  /// Returns the report itself.
  public func validate() -> ValidationReport { self }
}
