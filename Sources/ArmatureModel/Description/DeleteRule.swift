/// The effect on related objects when an object is deleted. Core Data: `NSDeleteRule`.
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
  /// No effect: the related objects keep their links, which no longer lead to an object.
  case noAction
  /// The links of the related objects to the deleted object are removed.
  case nullify
  /// The objects are deleted too.
  case cascade
  /// The deletion cannot be saved unless all related objects are deleted as well.
  case deny
}
