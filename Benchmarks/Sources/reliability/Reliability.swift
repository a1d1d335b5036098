import Foundation

/// The command `reliability`: subjects stores to failures and checks the result.
@main
struct Reliability {
  static let usage = """
    Usage: reliability [--short] [--rounds n] [store ...] [check ...]

    Stores: memory, sqlite, encrypted, json, postgresql; all unless some are named.
    The encrypted one needs a library that can encrypt: LD_LIBRARY_PATH=$(.ci/sqlite-cipher).
    Checks, of each store; all unless some are named:
      kills    Processes that save are killed: no save that was told is lost, and none is half there.
      servers  The server ends while a process saves, which goes on: none is lost, half there, or made twice.
      failover A standby takes over while six processes save, which go on: none is lost, made twice, or not read.
      faults   Calls of the system fail: it is told, nothing is lost, and the next save succeeds (Linux).
      count    Processes count in one number: none of them loses what another one has counted.
      opens    Processes open a new store at the same moment, and some are killed: it is whole.
      moves    Processes that migrate are killed, and their calls fail: a store is old or new, never mixed.
      races    Two tasks save what must not both be saved: it is not, and what is saved is valid (memory, too).
      damage   Files are damaged: they are refused, or opened, and never end the program.

      --short     A small part of each.
      --rounds n  The rounds of each race; 1,000, 300 in PostgreSQL, 100 in JSON, unless given.

    """

  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if arguments.first == "worker" { return try work(Array(arguments.dropFirst())) }
      let isShort = arguments.contains("--short")
      arguments.removeAll { $0 == "--short" }
      var rounds: Int?
      if let place = arguments.firstIndex(of: "--rounds") {
        guard place + 1 < arguments.count, let number = Int(arguments[place + 1]), number > 0 else {
          throw Failure("there must be a number from 1 after --rounds")
        }
        rounds = number
        arguments.removeSubrange(place...(place + 1))
      }
      let kinds = arguments.compactMap(StoreKind.init(rawValue:))
      let checks = arguments.compactMap(Check.init(rawValue:))
      guard kinds.count + checks.count == arguments.count else {
        let isHelp = ["--help", "-h"].contains(arguments[0])
        FileHandle(fileDescriptor: isHelp ? 1 : 2).write(Data(usage.utf8))
        exit(isHelp ? 0 : 64)
      }
      for kind in kinds.isEmpty ? StoreKind.allCases : kinds {
        if let absence = kind.absence {
          Worker.tell("\(kind): skipped: \(absence)")
          continue
        }
        for check in checks.isEmpty ? Check.allCases : checks where check.isFor(kind) {
          try run(check, kind, isShort: isShort, rounds: rounds)
        }
      }
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(1)
    }
  }

  private enum Check: String, CaseIterable {
    case kills
    case servers
    case failover
    case faults
    case count
    case opens
    case moves
    case races
    case damage

    /// Returns whether the check applies to a store.
    func isFor(_ kind: StoreKind) -> Bool {
      switch self {
      case .races: true
      case .kills, .count, .opens, .moves: kind != .memory
      case .servers, .failover: kind.isOnServer
      case .faults, .damage: kind.isSQLite || kind == .json
      }
    }
  }

  private static func run(_ check: Check, _ kind: StoreKind, isShort: Bool, rounds: Int?) throws {
    let start = ContinuousClock.now
    let divisor = isShort ? 25 : 1
    let result: String
    switch check {
    case .kills:
      result = try KillCheck(kind).run((kind.isOnServer ? 300 : 1_000) / divisor, seed: 1)
    case .servers: result = try ServerKillCheck(kind).run(isShort ? 10 : 300, seed: 1)
    case .failover: result = try FailoverCheck().run(isShort ? 3 : 100, seed: 1)
    case .faults:
      guard InjectedFaults.isOffered else {
        return Worker.tell("\(kind) faults: skipped: no library can be preloaded here")
      }
      // In a separate process, which preloads the library.
      let worker = try Worker(
        ["worker", "faults", kind.rawValue, "\(2_000 / divisor)"],
        environment: InjectedFaults.environment)
      result = try worker.output()
    case .count:
      result = try CountCheck(kind: kind).run(
        processes: 8, times: isShort ? (kind.isOnServer ? 50 : 100) : 1_000)
    case .opens: result = try OpeningCheck(kind: kind).run(100 / divisor, seed: 1)
    case .moves: result = try moves(kind, divisor)
    case .races:
      let check = RaceCheck(kind: kind)
      result = try check.run(rounds ?? check.usualRounds / divisor)
    case .damage: result = try DamageCheck(kind).run(1_000 / divisor, seed: 1)
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    Worker.tell("\(kind) \(check): \(result) (\(Int(seconds.rounded())) s)")
  }

  private static func moves(_ kind: StoreKind, _ divisor: Int) throws -> String {
    let killed = try MigrationCheck(kind, isShort: divisor > 1).kill(300 / divisor, seed: 1)
    guard InjectedFaults.isOffered, !kind.isOnServer else { return killed }
    let worker = try Worker(
      ["worker", "moves", kind.rawValue, "\(divisor > 1)", "\(500 / divisor)"],
      environment: InjectedFaults.environment)
    return "\(killed); \(try worker.output())"
  }

  /// Runs the task of a worker process.
  private static func work(_ arguments: [String]) throws {
    guard arguments.count >= 3, let kind = StoreKind(rawValue: arguments[1]) else {
      throw Failure("a worker must have its task")
    }
    let number = Int(arguments.last ?? "")
    switch arguments[0] {
    case "open": try Worker.open(kind, arguments[2])
    case "steps": try Worker.steps(kind, arguments[2], killAt: arguments.count > 3 ? number : nil)
    case "migrate": try Worker.migrate(kind, arguments[2], killAt: number)
    case "moves": print(try MigrationCheck(kind, isShort: arguments[2] == "true").fail(number ?? 0))
    case "tally": try TallyWorker.run(arguments[2], number ?? 0)
    case "count": try Worker.count(kind, arguments[2], times: number ?? 0)
    default: print(try FaultCheck(kind).run(number ?? 0))
    }
  }
}
