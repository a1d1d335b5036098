import Foundation

/// Lets a standby take over from its primary while processes save, which continue with the new primary: no confirmed save
/// may be lost or duplicated. Half of the processes read from the standby, and must read their own saves.
///
/// The primary confirms a save only after the standby has applied it. After a takeover, it therefore confirms nothing
/// until the former primary is back as a new standby.
final class FailoverCheck {
  private var (primary, standby): (PostgreSQLServer, PostgreSQLServer)
  private let place: StorePlace
  private var saves: [Int]
  /// The pauses of all programs at all takeovers, and at those from a primary that has stopped responding.
  private var pauses: [Duration] = []
  private var longPauses: [Duration] = []
  /// The times until the standby was the primary, and until the former primary was the standby.
  private var promotions: [Duration] = []
  private var copies: [Duration] = []

  private static let programs = 6
  /// The number of takeovers after which the processes are killed and their saves are checked.
  private static let takeoversOfProcesses = 10

  /// The ways in which a primary ends.
  private enum End: CaseIterable {
    case kill, quit, fast, freeze

    /// One in twenty stops responding, which takes longer.
    init(round: Int) {
      self = round % 20 == 19 ? .freeze : [.kill, .quit, .fast][round % 3]
    }
  }

  init() throws {
    // A standby that has just connected tells only in this interval that it has applied the last save.
    let reports = "wal_receiver_status_interval=1s"
    let settings = [
      "fsync=off", "synchronous_commit=remote_apply", "synchronous_standby_names=*", reports,
    ]
    let primary = try PostgreSQLServer(settings: settings, following: nil)
    // The first save waits for it.
    let standby = try PostgreSQLServer(settings: settings, following: primary)
    (self.primary, self.standby) = (primary, standby)
    place = StorePlace(
      .init(primary.address(with: standby), schema: primary.newSchema()), on: primary)
    try Tally(place.server, timeout: .seconds(60)).addPrograms(Self.programs)
    saves = Array(repeating: 0, count: Self.programs)
  }

  /// Lets the servers take over from each other a number of times.
  func run(_ count: Int, seed: UInt64) throws -> String {
    var random = SplitMix64(seed: seed)
    for first in stride(from: 0, to: count, by: Self.takeoversOfProcesses) {
      let programs = try saves.enumerated().map { try TallyWorker($0, in: place, after: $1) }
      for program in programs { try program.awaitSaves(after: saves[program.number], "at first") }
      for round in first..<min(count, first + Self.takeoversOfProcesses) {
        usleep(UInt32(random.below(300_000)))
        try takeOver(End(round: round), programs, "at takeover \(round)")
      }
      try check(programs, "after takeover \(first)")
    }
    let sum = saves.reduce(0, +)
    return
      "\(count) takeovers, \(sum) saves of \(Self.programs) programs, none lost, none twice, own saves read; "
      + "pauses: \(Self.words(pauses))"
      + (longPauses.isEmpty
        ? "" : ", or \(Self.words(longPauses)) without an answer of the old primary")
      + "; promotions: \(Self.words(promotions)); new standbys: \(Self.words(copies))"
  }

  private func takeOver(_ end: End, _ programs: [TallyWorker], _ moment: String) throws {
    for program in programs { program.beginRound() }
    let before = programs.map(\.saves)
    switch end {
    case .kill: try primary.stop(.kill)
    case .quit: try primary.stop(.quit)
    case .fast: try primary.stop(.fast)
    case .freeze: try primary.stop(.freeze)
    }
    let start = ContinuousClock.now
    try standby.promote()
    promotions.append(ContinuousClock.now - start)
    if end == .freeze {
      // Programs give up their connections meanwhile. A primary that continued later could not confirm anything, but it
      // is killed, as a cluster manager would do.
      Thread.sleep(forTimeInterval: 2 * (TallyWorker.timeout / .seconds(1)))
      try primary.stop(.kill)
    }
    let copyStart = ContinuousClock.now
    try primary.follow(standby)
    copies.append(ContinuousClock.now - copyStart)
    swap(&primary, &standby)
    for (program, saves) in zip(programs, before) { try program.awaitSaves(after: saves, moment) }
    if end == .freeze {
      longPauses += programs.map(\.longestPause)
    } else {
      pauses += programs.map(\.longestPause)
    }
  }

  /// Kills the processes, and checks their saves.
  private func check(_ programs: [TallyWorker], _ moment: String) throws {
    for program in programs { program.end() }
    let tally = try Tally(place.server, timeout: .seconds(60))
    for program in programs {
      let (least, found) = (program.saves, try tally.check(program.number))
      // The save after the last confirmed one may be complete, too.
      guard (least...least + 1).contains(found) else {
        throw Failure(
          "\(moment): program \(program.number) was told of \(least) saves, but \(found) are there")
      }
      saves[program.number] = found
    }
  }

  private static func words(_ pauses: [Duration]) -> String {
    let sorted = pauses.sorted()
    func seconds(_ pause: Duration) -> String {
      String(format: "%.1f s", pause / .seconds(1))
    }
    return
      "\(seconds(sorted[sorted.count / 2])) in the middle, \(seconds(sorted[sorted.count - 1])) at most"
  }
}
