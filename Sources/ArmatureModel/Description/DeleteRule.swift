/// The effect of deleting an object on its related objects.
///
/// For example, the rule `deny` prevents you from deleting a department that still has staff:
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
/// Core Data: `NSDeleteRule`.
public enum DeleteRule: String, Hashable, Sendable, Codable, CaseIterable {
  /// The related objects stay as they are. Their links to the deleted object remain, but lead to no object.
  case noAction
  /// The links of the related objects to the deleted object are cleared.
  case nullify
  /// The related objects are deleted too.
  case cascade
  /// The deletion cannot be saved unless all related objects are deleted too.
  case deny
}
