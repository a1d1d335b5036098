import ArmatureModel

/// The records with invalid objects.
struct RejectedRecords {
  private let model: ManagedObjectModel
  /// The records with invalid values of their own objects.
  private(set) var byThemselves: Set<Int> = []
  /// The records with objects that are invalid because of other objects, present or missing.
  private var besideOthers: Set<Int> = []
  /// The records with an error that leaves their objects valid, such as a rejected value.
  private(set) var refused: Set<Int> = []
  /// The records with any error.
  private(set) var reported: Set<Int> = []

  init(_ model: ManagedObjectModel) { self.model = model }

  mutating func insert(_ record: Int) { byThemselves.insert(record) }

  mutating func add(_ located: LocatedFailure) {
    guard located.failure.severity == .error, let record = located.record else { return }
    reported.insert(record)
    switch located.ground(in: model) {
    case .itself: byThemselves.insert(record)
    case .others: besideOthers.insert(record)
    case nil: refused.insert(record)
    }
  }

  /// The records to leave out of the next round.
  var all: Set<Int> { byThemselves.isEmpty ? besideOthers : byThemselves }

  /// Returns whether a failure may disappear when other records are left out.
  func mayPass(_ located: LocatedFailure) -> Bool {
    guard !byThemselves.isEmpty, let record = located.record else { return false }
    return located.ground(in: model) == .others && !byThemselves.contains(record)
  }
}
