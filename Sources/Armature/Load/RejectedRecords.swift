import ArmatureModel

/// The records whose objects are not valid.
struct RejectedRecords {
  private let model: ManagedObjectModel
  /// Those that are not by themselves.
  private(set) var byThemselves: Set<Int> = []
  /// Those that are not because of what there is beside them, or is not.
  private var besideOthers: Set<Int> = []
  /// Those that any error speaks of.
  private(set) var reported: Set<Int> = []

  init(_ model: ManagedObjectModel) { self.model = model }

  mutating func insert(_ record: Int) { byThemselves.insert(record) }

  mutating func add(_ located: LocatedFailure) {
    guard located.failure.severity == .error, let record = located.record else { return }
    reported.insert(record)
    switch located.ground(in: model) {
    case .itself: byThemselves.insert(record)
    case .others: besideOthers.insert(record)
    case nil: break
    }
  }

  /// Those to leave out now.
  var all: Set<Int> { byThemselves.isEmpty ? besideOthers : byThemselves }

  /// Whether a failure may be gone once others are left out.
  func mayPass(_ located: LocatedFailure) -> Bool {
    guard !byThemselves.isEmpty, let record = located.record else { return false }
    return located.ground(in: model) == .others && !byThemselves.contains(record)
  }
}
