import Armature
import ArmaturePostgreSQL
import ArmatureSQLite

extension CommandError {
  /// Converts an error of a store or request; returns `nil` for other errors.
  init?(ofStore error: any Error) {
    let text = CommandAdvice.reworded("\(error)")
    switch error {
    case let error as SQLiteStoreError: self.init(Self.status(of: error), text)
    case let error as PostgreSQLStoreError: self.init(Self.status(of: error), text)
    case PersistentStoreError.wrongAnswer(_, let must, let but):
      self.init(
        .badData,
        "A store must \(must), but \(but). Another program has changed the data: correct them "
          + "there. armature store check lists all failures.")
    case let error as PersistentStoreError: self.init(Self.status(of: error), text)
    case let error as FileStoreError: self.init(Self.status(of: error), text)
    case is FetchRequestError: self.init(.usage, text)
    case is MergeConflicts: self.init(.findings, text)
    case is ValidationReport: self.init(.badData, text)
    default: return nil
    }
  }

  private static func status(of error: SQLiteStoreError) -> ExitStatus {
    switch error {
    case .libraryMissing, .unsupportedLibrary: .unavailable
    case .unusableFile: .badData
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
