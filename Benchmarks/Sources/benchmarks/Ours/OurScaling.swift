import Armature
import Foundation

/// The library's side of scaling.
enum OurScaling {
  static let growth = "growth"

  /// Returns the timed work for `count` objects. Preparations such as objects and documents are made here.
  ///
  /// - insert: a new context, `count` items in it, and the release of both
  /// - validate: all books of a context
  /// - load: `BookDocument.json(count)` into a new context
  static func body(_ operation: ScalingOperation, _ count: Int) -> (() -> Void)? {
    switch operation {
    case .insert:
      let model = ItemObject.plainModel
      return { OurCreation.insertItems(count, model) }
    case .validate:
      let context = OurValidation.books(count)
      return { OurValidation.validate(context) }
    case .load:
      let source = LoadSource.data(Data(BookDocument.json(count)), as: "Book")
      let model = OurValidation.model
      return {
        let context = ManagedObjectContext(model: model)
        let result = expect { try context.load(source) }
        precondition(result.count == count && result.report.isEmpty)
      }
    }
  }
}
