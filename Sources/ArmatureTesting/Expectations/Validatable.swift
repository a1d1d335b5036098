public import Armature

/// What expectations can be about: an object, a typed view, a context, or a report.
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
  /// Everything that is wrong by the rules of the model.
  func validate() -> ValidationReport
}

extension ManagedObject: Validatable {}

extension ManagedObjectContext: Validatable {}

extension Managed: Validatable {
  /// Everything that is wrong with the object of the view, uniqueness included.
  public func validate() -> ValidationReport { managedObject.validate() }
}

extension ValidationReport: Validatable {
  /// The report itself.
  public func validate() -> ValidationReport { self }
}
