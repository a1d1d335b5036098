import Armature
import Foundation
import Synchronization

/// A process that saves to a store without a pause, and prints each save.
///
/// `@unchecked Sendable`: the mutex guards the state, and one thread uses the process.
final class TallyWorker: @unchecked Sendable {
  let number: Int
  private let worker: Worker
  private let state: Mutex<State>

  /// The saves that the process has printed.
  private struct State {
    var saves: Int
    var rest = Data()
    var last = ContinuousClock.now
    /// The longest time between two saves since ``beginRound()``.
    var longestPause = Duration.zero
    var isEnded = false
  }

  static let timeout: Duration = .seconds(4)

  /// - Parameter saves: The number of its saves so far.
  init(_ number: Int, in place: StorePlace, after saves: Int) throws {
    self.number = number
    state = Mutex(State(saves: saves))
    worker = try Worker(["worker", "tally", StoreKind.postgresql.rawValue, place.path, "\(number)"])
    worker.onOutput { [weak self] in self?.hear($0) }
  }

  /// Saves without end, and reads each save; after an error that may pass, it saves the same changes again. Every other
  /// process reads from the standby.
  static func run(_ path: String, _ number: Int) throws {
    let kind = StoreKind.postgresql
    let tally = try kind.patiently {
      try Tally(
        StorePlace.Server(path), timeout: timeout, readsFromStandby: number.isMultiple(of: 2))
    }
    while true {
      let save = try kind.patiently {
        tally.context.rollback()
        return try tally.change(by: number)
      }
      try kind.patiently { try tally.context.save() }
      Worker.tell(save)
      let found = try kind.patiently { try tally.savedSaves(of: number) }
      if found != save { throw Failure("program \(number) has saved \(save), but reads \(found)") }
    }
  }

  private func hear(_ data: Data) {
    state.withLock { state in
      if data.isEmpty { state.isEnded = true }
      state.rest += data
      let lines = state.rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      state.rest = Data(lines.last ?? Data())
      guard let number = lines.dropLast().last.flatMap({ Int(String(decoding: $0, as: UTF8.self)) })
      else { return }
      let now = ContinuousClock.now
      state.longestPause = max(state.longestPause, now - state.last)
      (state.saves, state.last) = (number, now)
    }
  }

  /// The number of saves that the process has printed.
  var saves: Int { state.withLock(\.saves) }
  /// The longest time between two saves since ``beginRound()``.
  var longestPause: Duration { state.withLock(\.longestPause) }

  /// Forgets the pauses so far.
  func beginRound() { state.withLock { $0.longestPause = .zero } }

  /// Waits until the process has made further saves.
  ///
  /// - Throws: ``Failure`` if it has ended, or after two minutes.
  func awaitSaves(after last: Int, _ moment: String) throws {
    let end = ContinuousClock.now + .seconds(120)
    while saves < last + 2 {
      if state.withLock(\.isEnded) { throw Failure("\(moment): program \(number) has failed") }
      if ContinuousClock.now > end {
        throw Failure("\(moment): program \(number) has saved nothing for two minutes")
      }
      usleep(5_000)
    }
  }

  /// Kills the process and waits for its end.
  func end() {
    kill(worker.process.processIdentifier, SIGKILL)
    while !state.withLock(\.isEnded) { usleep(1_000) }
    worker.process.waitUntilExit()
  }
}
