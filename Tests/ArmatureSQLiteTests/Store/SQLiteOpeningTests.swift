import Armature
import ArmatureModel
import ArmatureSQLite
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

/// A second store that is opened while a first one is working, on a separate thread.
///
/// `@unchecked Sendable`: the result is written before the signal and read after it.
private final class Newcomer: @unchecked Sendable {
  private let isOver = DispatchSemaphore(value: 0)
  private var result: Result<PersistentContainer, any Error>?

  /// Opens the store and waits a moment, because it may wait for the first store.
  func come(_ open: @escaping @Sendable () throws -> PersistentContainer) {
    DispatchQueue.global().async {
      self.result = Result(catching: open)
      self.isOver.signal()
      self.isOver.signal()
    }
    _ = isOver.wait(timeout: .now() + .milliseconds(30))
  }

  func container() throws -> PersistentContainer {
    isOver.wait()
    isOver.signal()
    return try #require(result).get()
  }
}

/// Two stores that open one file at the same time: the second starts between any two statements of the first.
@Suite(.needsSQLite) struct SQLiteOpeningTests {
  @Test func `a file that another makes meanwhile is opened`() throws {
    let places = try comeBetween { _ in
    } open: { path, log in
      try PersistentContainer(
        model: Ledger.model(), store: SQLiteStore(path, durability: .normal, log: log))
    } expect: { first, second in
      for (number, container) in [first, second].enumerated() {
        let context = container.makeContext()
        try context.insert("Entry").setValue(number, forKey: "number")
        try context.save()
      }
      let rows = try first.makeContext().fetch("Entry")
        .map { try $0.value(forKey: "number", as: Int.self) }
      #expect(Set(rows) == [0, 1] && rows.count == 2)
    }
    #expect(places > 20)
  }

  @Test func `a file that another migrates meanwhile is opened`() throws {
    let places = try comeBetween { path in
      let ledger = try Ledger(path)
      try ledger.start()
      _ = try ledger.add(ledger.container.makeContext())
    } open: { path, log in
      try PersistentContainer(
        model: Ledger.changedModel(), store: SQLiteStore(path, durability: .normal, log: log))
    } expect: { first, second in
      for container in [first, second] {
        let context = container.makeContext()
        let texts = try context.fetch("Entry").map {
          try $0.value(forKey: "words", as: String.self)
        }
        #expect(texts.count == 3 && texts.allSatisfy { $0?.hasPrefix("entry 1 ") == true })
      }
    }
    #expect(places > 20)
  }

  /// Opens a file once for each of its statements, each time with another store that starts after this statement.
  ///
  /// - Returns: The number of statements.
  private func comeBetween(
    prepare: (String) throws -> Void,
    open: @escaping @Sendable (String, SQLiteStore.Log?) throws -> PersistentContainer,
    expect: (PersistentContainer, PersistentContainer) throws -> Void
  ) throws -> Int {
    let folder = try TemporaryFolder()
    var place = 0
    while true {
      let path = folder.file("\(place).sqlite")
      try prepare(path)
      let count = Mutex(0)
      let second = Newcomer()
      let first = try open(path) { [place] _, _ in
        let isPlace = count.withLock { count in
          defer { count += 1 }
          return count == place
        }
        if isPlace { second.come { try open(path, nil) } }
      }
      if count.withLock({ $0 }) <= place { return place }
      try expect(first, second.container())
      place += 1
    }
  }
}
