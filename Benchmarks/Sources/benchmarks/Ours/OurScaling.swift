/// The library's side of scaling, with the entity of `OurValidation`.
enum OurScaling {
  static let growth = "growth"

  /// What is timed for `count` objects; what comes before (objects, documents) is made here.
  ///
  /// - insert: a new context, `count` objects in it, and the end of both
  /// - validate: all the objects of a context
  /// - load: `BookDocument.json(count)` into a new context
  static func body(_ operation: ScalingOperation, _ count: Int) -> (() -> Void)? {
    nil
  }
}
