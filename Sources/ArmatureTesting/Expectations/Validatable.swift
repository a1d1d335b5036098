public import Armature

/// What expectations can be about: an object, a typed view, a context, or a report.
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
