public import Armature
import ArmatureModel
import ArmaturePostgreSQL
public import ArmatureSQLite
public import Testing

/// A trait that provides each test, and each case of a parameterized test, with a new store of its own.
///
/// ```swift
/// @Test(.store(.sqlite)) func `a saved book is found after a restart`() throws {
///   let context = try PersistentContainer(model: library, store: Test.store).makeContext()
///   try ObjectGenerator(library).make("Book", in: context)
///   try context.save()
///   let again = try PersistentContainer(model: library, store: Test.storeAgain())
///   #expect(try again.makeContext().count("Book") == 1)
/// }
/// ```
/// Tests with the trait can run in parallel, also on one server. After the test, its file or schema is removed. If the
/// process crashes, the next process with the trait removes what is left.
public struct StoreTrait: TestTrait, SuiteTrait, TestScoping {
  private let kind: Kind

  fileprivate init(kind: Kind) { self.kind = kind }

  /// Returns true: each test of a suite gets its own store.
  public var isRecursive: Bool { true }

  /// Runs a test case with its store.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let store = try kind.make()
    do {
      try await TestStore.$current.withValue(store) { try await function() }
    } catch {
      try? store.remove()
      throw error
    }
    try store.remove()
  }

  /// The kind of a test's store.
  ///
  /// ```swift
  /// let kinds: [StoreTrait.Kind] = [.memory, .json, .sqlite]
  /// ```
  public struct Kind: Sendable {
    let make: @Sendable () throws -> TestStore

    /// A store in memory.
    public static let memory = Kind {
      let store = InMemoryStore()
      return TestStore { store }
    }

    /// A store in a JSON file.
    public static let json = file("store.json") { JSONFileStore($0) }

    /// A store in a SQLite file.
    public static let sqlite = sqlite()

    /// A store in an encrypted SQLite file, or one with another SQLite library.
    ///
    /// - Parameters:
    ///   - library: The path of the SQLite library; `nil` for the system's library.
    ///   - key: A closure that returns the key; `nil` for a plain file.
    public static func sqlite(library: String? = nil, key: SQLiteKey.Source? = nil) -> Kind {
      file("store.sqlite") { SQLiteStore($0, durability: .normal, library: library, key: key) }
    }

    /// A store in a new schema of a PostgreSQL database.
    ///
    /// The user of the address must have the right to create schemas.
    ///
    /// - Parameters:
    ///   - address: The address of the database in libpq's format. If the expression throws an error, the test fails.
    ///   - connections: The maximum number of connections of each store. The default is 2, so that many tests can run
    ///     in parallel.
    public static func postgreSQL(
      _ address: @autoclosure @escaping @Sendable () throws -> String, connections: Int = 2
    ) -> Kind {
      Kind {
        let address = try address()
        let schemas = try TestServers.shared.schemas(at: address)
        let name = schemas.newName()
        return TestStore {
          PostgreSQLStore(address, schema: name, connections: connections)
        } remove: {
          try schemas.drop(name)
        }
      }
    }

    private static func file(
      _ name: String, _ store: @escaping @Sendable (String) -> any PersistentStore
    ) -> Kind {
      Kind {
        let folder = try TestFolder()
        let path = "\(folder.path)/\(name)"
        return TestStore {
          withExtendedLifetime(folder) { store(path) }
        }
      }
    }
  }
}

extension Trait where Self == StoreTrait {
  /// Returns a trait that provides each test with a new store, `Test.store`.
  public static func store(_ kind: StoreTrait.Kind) -> Self { StoreTrait(kind: kind) }
}

extension Test {
  /// The store that ``StoreTrait`` provides for the running test. It is empty and not open yet.
  ///
  /// It is a programmer error, and traps, if the test does not have the trait.
  public static var store: any PersistentStore { currentStore.store }

  /// Returns another store with the data of `Test.store`, as after a restart of the program.
  ///
  /// For a store in memory, it is the same store.
  public static func storeAgain() -> any PersistentStore { currentStore.make() }

  private static var currentStore: TestStore {
    guard let current = TestStore.current else {
      programmerError(
        "Test.store must be read in a test with the trait .store(kind), but there is none. Write "
          + "@Test(.store(.sqlite)).")
    }
    return current
  }
}

/// The store of a running test.
final class TestStore: Sendable {
  @TaskLocal static var current: TestStore?

  let store: any PersistentStore
  /// Returns a store with the same data.
  let make: @Sendable () -> any PersistentStore
  /// Removes the data.
  let remove: @Sendable () throws -> Void

  init(
    _ make: @escaping @Sendable () -> any PersistentStore,
    remove: @escaping @Sendable () throws -> Void = {}
  ) {
    (store, self.make, self.remove) = (make(), make, remove)
  }
}

/// The servers of the tests' stores, by their addresses.
///
/// `@unchecked Sendable`: the lock guards the dictionary.
private final class TestServers: @unchecked Sendable {
  static let shared = TestServers()

  private let lock = Lock()
  private var known: [String: PostgreSQLScratchSchemas] = [:]

  func schemas(at address: String) throws -> PostgreSQLScratchSchemas {
    try lock.withLock {
      if let schemas = known[address] { return schemas }
      let schemas = try PostgreSQLScratchSchemas(address)
      known[address] = schemas
      return schemas
    }
  }
}
