import TestSupport
import Testing

@testable import Armature

/// Changed objects that a context reads again because of their links: other changes remain conflicts.
@Suite struct RereadConflictTests {
  /// Returns two contexts of one store with two departments; one has an employee.
  private static func company() throws -> (
    contexts: (ManagedObjectContext, ManagedObjectContext), departments: [ManagedObject],
    employee: ManagedObject
  ) {
    let container = try PersistentContainer(
      model: ManagedObjectModel("Company") {
        Entity("Department") {
          Relationship("employees", to: "Employee", .toMany, inverse: "department")
        }
        Entity("Employee") {
          Attribute("salary", Int?.self)
          Relationship("department", to: "Department", inverse: "employees").required()
        }
      })
    let context = container.makeContext()
    let departments = [try context.insert("Department"), try context.insert("Department")]
    let employee = try context.insert("Employee")
    employee.department = departments[0]
    try context.save()
    return ((context, container.makeContext()), departments, employee)
  }

  @Test func `a late member with changes of its own`() throws {
    let ((context, other), departments, employee) = try Self.company()
    employee["salary"] = 5
    let theirs = try other.same(employee)
    theirs["salary"] = 7
    theirs.department = try other.same(departments[1])
    try other.save()
    try context.delete(departments[1])
    #expect(throws: ValidationReport.self) { try context.save() }
    employee.department = departments[0]
    #expect(throws: MergeConflicts.self) { try context.save() }
  }

  @Test func `a member whose sides disagree when it is linked`() throws {
    let ((context, other), departments, employee) = try Self.company()
    _ = departments[1].many("employees").count
    employee["salary"] = 5
    let theirs = try other.same(employee)
    theirs["salary"] = 7
    theirs.department = try other.same(departments[1])
    try other.save()
    try context.refresh(departments[1])
    employee.department = departments[1]
    #expect(throws: MergeConflicts.self) { try context.save() }
  }
}
