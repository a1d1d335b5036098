import ArmatureModel

extension PersistentContainer {
  /// Looks at everything that is saved: whether the data are whole, links lead to objects that are there, and
  /// back, and objects keep the rules of the model.
  ///
  /// Others may save meanwhile; links are looked at in one state. Nothing is changed.
  ///
  /// - Parameter includesRules: Whether all objects are validated, too; their hooks run when they are read.
  /// - Returns: What is wrong with objects; empty if nothing is.
  /// - Throws: The error of a store whose data are damaged, what keeps it from reading, or
  ///   ``PersistentStoreError/wrongAnswer(function:must:but:)`` for a link whose two sides do not agree.
  /// - Complexity: O(*n*) in the number of rows and links, with 50 bytes of memory for each row.
  public func verify(includingRules includesRules: Bool = true) throws -> ValidationReport {
    try store.verify()
    var verifier = try StoreVerifier(self)
    var report = try verifier.report()
    guard includesRules else { return report }
    let context = makeContext()
    for entity in model.entities where !entity.isAbstract {
      var request = FetchRequest(entity.name)
      request.includesSubentities = false
      try context.forEachBatch(of: request) { objects in
        report.merge(ObjectGraphValidator(context.graph).report(on: objects))
      }
    }
    return report
  }
}
