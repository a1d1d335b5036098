#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The former identity of an object that has left its context.
final class FormerPlace {
  let storeID: UUID
  let key: Int64
  /// The graph whose save has deleted the object. It is set until the save ends and the values are dropped.
  unowned(unsafe) var graph: ObjectGraph?
  /// The graph that removed the object because another context had deleted it.
  weak var formerGraph: ObjectGraph?

  init(storeID: UUID, key: Int64) {
    self.storeID = storeID
    self.key = key
  }
}
