import ArmatureModel
import ArmaturePostgreSQL
import ArmatureSQLite
import Foundation

@testable import Armature

/// An enumeration whose cases form a chain, so that a test can visit all of them. The compiler asks for new cases.
protocol CaseChain {
  static var firstCase: Self { get }
  /// An example of the case after this one; `nil` for the last case.
  var nextCase: Self? { get }
}

extension CaseChain {
  /// An example of each case.
  static var examples: [Self] { Array(sequence(first: firstCase, next: \.nextCase)) }
}

extension SQLiteStoreError: CaseChain {
  static let firstCase = libraryMissing(path: "a", reason: "b")
  var nextCase: Self? {
    switch self {
    case .libraryMissing: .unsupportedLibrary(path: "a", reason: "b")
    case .unsupportedLibrary: .unusableFile(path: "a", reason: "b", remedy: .nameFile)
    case .unusableFile: .busy(path: "a")
    case .busy: .replaced(path: "a")
    case .replaced: .readOnly(path: "a")
    case .readOnly: .hardLinked(path: "a", count: 2)
    case .hardLinked: .exists(path: "a")
    case .exists: .keyMissing(path: "a")
    case .keyMissing: .wrongKey(path: "a")
    case .wrongKey: .notEncrypted(path: "a")
    case .notEncrypted: .invalidKey(path: "a", reason: "b")
    case .invalidKey: .cannotEncrypt(path: "a", library: "b", reason: "c")
    case .cannotEncrypt: .database(path: "a", code: 1, message: "b")
    case .database: .system(path: "a", code: 1, step: "b")
    case .system: nil
    }
  }
}

extension PostgreSQLStoreError: CaseChain {
  static let firstCase = libraryMissing(path: "a", reason: "b")
  var nextCase: Self? {
    switch self {
    case .libraryMissing: .unsupportedLibrary(path: "a", reason: "b")
    case .unsupportedLibrary: .invalidAddress(reason: "b")
    case .invalidAddress: .noConnection(server: "a", message: "b")
    case .noConnection: .connectionLost(server: "a", message: "b")
    case .connectionLost: .outcomeUnknown(server: "a", transaction: 1)
    case .outcomeUnknown: .timedOut(server: "a", step: "b")
    case .timedOut: .contended(server: "a", tries: 3)
    case .contended: .migrationUnfinished(server: "a", model: nil, done: 1, count: 2)
    case .migrationUnfinished:
      .unusableDatabase(server: "a", reason: "b", remedies: [.useOwnSchema])
    case .unusableDatabase: .longName(name: "a", count: 64)
    case .longName: .unreadable(server: "a", right: "b", message: "c")
    case .unreadable: .database(server: "a", state: "XX000", message: "b", constraint: nil)
    case .database: nil
    }
  }
}

extension PersistentStoreError: CaseChain {
  static let firstCase = notOpen
  private static let id = ManagedObjectID(entityName: "A", key: 1, storeID: UUID())
  private static let fingerprint = ModelFingerprint(1)

  var nextCase: Self? {
    switch self {
    case .notOpen: .otherModel
    case .otherModel:
      .modelDiffers(
        path: "a", saved: Self.fingerprint, expected: Self.fingerprint, difference: nil)
    case .modelDiffers: .migrationBlocked(path: "a", obstacles: [])
    case .migrationBlocked: .unknownVersion(path: "a", saved: Self.fingerprint, versions: ["b"])
    case .unknownVersion: .laterVersion(path: "a", saved: "b", opened: "c")
    case .laterVersion: .unknownPlace("a", suggestion: "b")
    case .unknownPlace: .unknownSource("a", of: "b", suggestion: "c")
    case .unknownSource: .invalidValue(place: "a", type: .int64, value: "b")
    case .invalidValue: .invalidObject(place: "a", reason: "b")
    case .invalidObject: .unreadableValue(place: "a", key: 1, reason: "b")
    case .unreadableValue: .wrongAnswer(function: "count(_:)", must: "a", but: "b")
    case .wrongAnswer: .incompleteTransaction(Self.id, property: "b")
    case .incompleteTransaction:
      .unreadableData(of: Self.id, attribute: "a", path: "b", reason: "c")
    case .unreadableData: .noHistory(reason: "a")
    case .noHistory: .unknownToken(.init(storeID: UUID(), number: 1), reason: "a")
    case .unknownToken: .damagedHistory(save: 1, reason: "a")
    case .damagedHistory: nil
    }
  }
}

extension FileStoreError.Reason: CaseChain {
  static let firstCase = notRegularFile
  var nextCase: Self? {
    switch self {
    case .notRegularFile: .otherModel(saved: "a", expected: "b", failures: ["c"])
    case .otherModel: .newerFormat(2, known: 1)
    case .newerFormat: .newerModelFormat(2, known: 1)
    case .newerModelFormat: .damagedModel("a")
    case .damagedModel: .reservedKey("a", of: "b")
    case .reservedKey: .changed
    case .changed: .exists
    case .exists: .removed
    case .removed: .otherStore
    case .otherStore: .busy
    case .busy: .hardLinked(count: 2)
    case .hardLinked: .readOnly
    case .readOnly: .tooLarge(limit: 1)
    case .tooLarge: .system(EACCES, step: .lock)
    case .system: nil
    }
  }
}

extension MergeConflict.Kind: CaseChain {
  static let firstCase = changed
  var nextCase: Self? {
    switch self {
    case .changed: .deletedInStore
    case .deletedInStore: .deletedInContext
    case .deletedInContext: nil
    }
  }

  /// An error with a conflict of the kind.
  var error: MergeConflicts {
    let id = ManagedObjectID(entityName: "A", key: 1, storeID: UUID())
    let property = MergeConflict.Property(entity: "A", name: "b", base: 1, mine: 2, theirs: 3)
    return MergeConflicts(conflicts: [MergeConflict(id: id, kind: self, properties: [property])])
  }
}
