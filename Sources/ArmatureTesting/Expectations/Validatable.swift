public import Armature

/// A type that `expectValid` and `expectFailures` can validate.
///
/// Objects, typed views, contexts and reports conform to this protocol.
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
  /// Returns all failures of the value.
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
