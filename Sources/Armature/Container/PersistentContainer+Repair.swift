import ArmatureModel

extension PersistentContainer {
  /// Corrects the stored values of derived attributes that are wrong.
  ///
  /// A stored value can become wrong if another program changes the data without Armature, or if a new version of your
  /// model computes the value differently. This method computes all derived values again, and saves those that were
  /// wrong:
  ///
  /// ```swift
  /// for failure in try container.repairDerivedValues() { print(failure) }
  /// ```
  /// The repair works in batches, and saving a batch calls the hooks of its objects. You can use the store in other
  /// contexts at the same time. If one of them saves, the repair reads the changed objects again.
  ///
  /// If an object breaks a rule of the model, the repair cannot save it, and skips it. ``verify(includingRules:)`` then
  /// reports both the rule and the wrong value. If the store contains an unreadable value, nothing is repaired.
  ///
  /// - Returns: A report with one entry for each repaired value.
  /// - Throws: The errors of ``verify(includingRules:)`` and of saves. The batches that were saved before the error
  ///   stay repaired.
  /// - Complexity: O(*n*) in the number of rows and links.
  @discardableResult public func repairDerivedValues() throws -> ValidationReport {
    var verifier = try StoreVerifier(self)
    _ = try verifier.report()
    let wrong = try derivedReport(verifier)
    var left: Set<Int64> = []
    let runtime = ModelRuntime.of(model)
    let all = wrong.compactMap(\.objectID)
    for (position, ids) in all.grouped(by: { runtime.index(of: $0.entityName) }) {
      let keys = Set(ids.map(\.key)).sorted()
      for start in stride(from: 0, to: keys.count, by: Self.batchSize) {
        left.formUnion(try repair(keys[start...].prefix(Self.batchSize), of: position))
      }
    }
    return ValidationReport(wrong.filter { $0.objectID.map { !left.contains($0.key) } ?? false })
  }

  /// Saves the correct values of some objects of one entity.
  ///
  /// - Returns: The keys of the objects that break a rule and are skipped.
  private func repair(_ keys: ArraySlice<Int64>, of position: Int) throws -> [Int64] {
    do {
      try repair(keys, of: position, rounds: Self.repairRounds)
      return []
    } catch is ValidationReport {
      // One invalid object does not prevent the repair of the others.
      if keys.count == 1 { return Array(keys) }
      let middle = keys.startIndex + keys.count / 2
      return try repair(keys[..<middle], of: position) + repair(keys[middle...], of: position)
    }
  }

  private func repair(_ keys: ArraySlice<Int64>, of position: Int, rounds: Int) throws {
    for round in 1... {
      let context = makeContext()
      guard let values = DerivedValues(context), try values.correct(keys, of: position) else {
        return
      }
      do {
        return try context.save()
      } catch let error as MergeConflicts {
        // Others have changed the objects, so the values are computed again.
        if round == rounds { throw error }
      }
    }
  }

  /// The number of times that the repair tries again after a save by another context.
  private static let repairRounds = 1_000
}
