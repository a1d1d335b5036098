import Armature
import ArmaturePostgreSQL
import ArmatureSQLite
import Foundation

/// Two tasks save changes concurrently that exclude each other, or that must be correct together: for each delete rule
/// and arity, required or not, with counts, derived values and rules over paths.
struct RaceCheck {
  let kind: StoreKind

  /// The default number of rounds; each takes as long as two saves.
  var usualRounds: Int {
    switch kind {
    case .json: 100
    case .postgresql: 300
    case .memory, .sqlite, .encrypted: 1_000
    }
  }

  /// Runs a number of rounds of each race.
  func run(_ rounds: Int) throws -> String {
    var (both, wrong) = (0, [String]())
    for race in SaveRace.all {
      var place: StorePlace?
      let outcome = try race.run(rounds: rounds) {
        let new = try StorePlace(kind)
        defer { place = new }
        return store(new.path)
      }
      withExtendedLifetime(place) {}
      both += outcome.both
      if outcome.isRight { continue }
      wrong.append(
        "\(race): \(outcome.wrong) of \(rounds) wrong\(outcome.invalid.first.map { "; \($0)" } ?? "")"
      )
    }
    if !wrong.isEmpty { throw Failure(wrong.joined(separator: "\n")) }
    return "\(SaveRace.all.count) races of \(rounds) rounds, \(both) with both saved, all right"
  }

  /// Returns a store that need not survive a system crash.
  private func store(_ path: String) -> any PersistentStore {
    kind.store(path, durability: .normal)
  }
}
