import Armature
import ArmaturePostgreSQL
import ArmatureSQLite

extension CommandError {
  /// Converts an error of a store or request; returns `nil` for other errors.
  init?(ofStore error: any Error) {
    switch error {
    case let error as SQLiteStoreError: self.init(Self.status(of: error), of: error)
    case let error as PostgreSQLStoreError: self.init(Self.status(of: error), of: error)
    case let error as PersistentStoreError: self.init(Self.status(of: error), of: error)
    case let error as FileStoreError: self.init(Self.status(of: error), of: error)
    case let error as MergeConflicts: self.init(.findings, of: error)
    case let error as FetchRequestError: self.init(.usage, "\(error)")
    case let report as ValidationReport:
      self.init(.badData, report.rendered(as: .text, messages: .command))
    default: return nil
    }
  }

  private init(_ status: ExitStatus, of error: some AdvisingError) {
    self.init(status, error.message(for: .commandUser))
  }

  private static func status(of error: SQLiteStoreError) -> ExitStatus {
    switch error {
    case .libraryMissing, .unsupportedLibrary, .cannotEncrypt: .unavailable
    case .unusableFile, .wrongKey: .badData
    case .keyMissing, .notEncrypted, .invalidKey: .usage
    case .busy, .replaced, .hardLinked, .readOnly, .exists, .database, .system: .inputOutput
    }
  }

  private static func status(of error: PostgreSQLStoreError) -> ExitStatus {
    switch error {
    case .libraryMissing, .unsupportedLibrary, .noConnection: .unavailable
    // The connection was rejected before any query.
    case .database(_, let state, _, _)
    where state.hasPrefix("28") || ["3D000", "53300", "57P03"].contains(state):
      .unavailable
    case .invalidAddress: .usage
    case .unreadable: .noInput
    case .unusableDatabase, .longName: .badData
    case .connectionLost, .outcomeUnknown, .timedOut, .contended, .migrationUnfinished, .database:
      .inputOutput
    }
  }

  private static func status(of error: PersistentStoreError) -> ExitStatus {
    switch error {
    case .modelDiffers, .migrationBlocked, .unknownVersion, .laterVersion: .findings
    case .noHistory, .unknownToken: .usage
    case .notOpen, .otherModel, .wrongAnswer, .incompleteTransaction, .unknownPlace, .unknownSource,
      .invalidValue,
      .invalidObject, .unreadableValue,
      .unreadableData, .damagedHistory:
      .badData
    }
  }

  private static func status(of error: FileStoreError) -> ExitStatus {
    switch error.reason {
    case .otherModel: .findings
    case .notRegularFile: .noInput
    case .newerFormat, .newerModelFormat, .damagedModel, .reservedKey, .otherStore: .badData
    case .exists, .changed, .removed, .busy, .readOnly, .hardLinked, .tooLarge, .system:
      .inputOutput
    }
  }
}
