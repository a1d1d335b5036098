/// What happens to related objects when an object is deleted. Core Data: `NSDeleteRule`.
///
/// ```swift
/// let model = try ManagedObjectModel("Company") {
///   Entity("Department") {
///     Relationship("staff", to: "Person", .toMany, inverse: "department", onDelete: .deny)
///   }
///   Entity("Person") { Relationship("department", to: "Department", inverse: "staff") }
/// }
/// let context = ManagedObjectContext(model: model)
/// let department = try context.insert("Department")
/// department.staff = [try context.insert("Person")]
/// try context.save()
/// print(context.deletionPlan(for: department).denied.count)  // 1
/// ```
public enum DeleteRule: String, Hashable, Sendable, Codable, CaseIterable {
  /// Nothing: the objects keep their link, which then leads nowhere.
  case noAction
  /// The objects lose their link.
  case nullify
  /// The objects are deleted too.
  case cascade
  /// The deletion cannot be saved while there are related objects that are not deleted, too.
  case deny
}
