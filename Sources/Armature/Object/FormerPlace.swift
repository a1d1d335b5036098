#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What an object that its context has let go of remembers of its identity.
final class FormerPlace {
  let storeID: UUID
  let key: Int64
  /// The graph whose save has deleted the object, until its values are dropped at the end of that save.
  unowned(unsafe) var graph: ObjectGraph?
  /// The graph that has lost the object to others.
  weak var formerGraph: ObjectGraph?

  init(storeID: UUID, key: Int64) {
    self.storeID = storeID
    self.key = key
  }
}
