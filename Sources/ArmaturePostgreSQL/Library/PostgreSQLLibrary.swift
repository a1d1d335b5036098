import ArmatureModel
import ArmatureSQL

/// The functions of libpq, the client library of PostgreSQL, loaded when the first store is opened.
///
/// Nothing is linked, so a program builds and starts on a system without the library.
///
/// `@unchecked Sendable`: C functions that never change once they are found.
final class PostgreSQLLibrary: @unchecked Sendable {
  typealias Connection = OpaquePointer
  typealias Result = OpaquePointer
  typealias Text = UnsafePointer<CChar>
  typealias Receiver = @convention(c) (UnsafeMutableRawPointer?, Result?) -> Void

  /// Returns the options of an address, ending with an option without a name. The second argument receives the message
  /// of an error.
  let parseAddress:
    @convention(c) (Text?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?)
      -> UnsafeMutableRawPointer?
  let freeAddress: @convention(c) (UnsafeMutableRawPointer?) -> Void
  let freeMemory: @convention(c) (UnsafeMutableRawPointer?) -> Void
  /// Starts to connect with an array of keywords and one of their values, both ending with `nil`. If the last argument is
  /// 1, the value of `dbname` may be an address, whose parts later keywords replace.
  let connectStart:
    @convention(c) (UnsafePointer<Text?>?, UnsafePointer<Text?>?, Int32) -> Connection?
  let connectPoll: @convention(c) (Connection?) -> Int32
  let finish: @convention(c) (Connection?) -> Void
  let status: @convention(c) (Connection?) -> Int32
  let transactionStatus: @convention(c) (Connection?) -> Int32
  let message: @convention(c) (Connection?) -> Text?
  let socket: @convention(c) (Connection?) -> Int32
  let serverVersion: @convention(c) (Connection?) -> Int32
  /// Returns the process number of the session, as reported by the server or a pooler.
  let processNumber: @convention(c) (Connection?) -> Int32
  let parameterStatus: @convention(c) (Connection?, Text?) -> Text?
  let setNonblocking: @convention(c) (Connection?, Int32) -> Int32
  let setVerbosity: @convention(c) (Connection?, Int32) -> Int32
  let setNoticeReceiver:
    @convention(c) (Connection?, Receiver?, UnsafeMutableRawPointer?) -> Receiver?

  let enterPipeline: @convention(c) (Connection?) -> Int32
  let exitPipeline: @convention(c) (Connection?) -> Int32
  let sendSync: @convention(c) (Connection?) -> Int32
  let sendQuery: @convention(c) (Connection?, Text?) -> Int32
  let sendPrepare:
    @convention(c) (Connection?, Text?, Text?, Int32, UnsafePointer<UInt32>?) -> Int32
  let sendDescribe: @convention(c) (Connection?, Text?) -> Int32
  /// The arrays contain the values, their lengths and their formats; the last number is the format of results.
  let sendPrepared:
    @convention(c) (
      Connection?, Text?, Int32, UnsafePointer<Text?>?, UnsafePointer<Int32>?,
      UnsafePointer<Int32>?, Int32
    ) -> Int32
  /// Like ``sendPrepared``, with the text of a statement and the types of its parameters.
  let sendParameters:
    @convention(c) (
      Connection?, Text?, Int32, UnsafePointer<UInt32>?, UnsafePointer<Text?>?,
      UnsafePointer<Int32>?, UnsafePointer<Int32>?, Int32
    ) -> Int32
  let flush: @convention(c) (Connection?) -> Int32
  let consumeInput: @convention(c) (Connection?) -> Int32
  let isBusy: @convention(c) (Connection?) -> Int32
  let nextResult: @convention(c) (Connection?) -> Result?
  /// Returns a notification: the name of the channel, a number, and the payload. The caller must free the memory.
  let nextNotice: @convention(c) (Connection?) -> UnsafeMutableRawPointer?
  let putCopyData: @convention(c) (Connection?, UnsafePointer<UInt8>?, Int32) -> Int32
  let putCopyEnd: @convention(c) (Connection?, Text?) -> Int32

  let resultStatus: @convention(c) (Result?) -> Int32
  let resultMessage: @convention(c) (Result?) -> Text?
  let resultField: @convention(c) (Result?, Int32) -> Text?
  let clear: @convention(c) (Result?) -> Void
  let rowCount: @convention(c) (Result?) -> Int32
  let columnCount: @convention(c) (Result?) -> Int32
  let columnType: @convention(c) (Result?, Int32) -> UInt32
  let parameterCount: @convention(c) (Result?) -> Int32
  let parameterType: @convention(c) (Result?, Int32) -> UInt32
  let isNull: @convention(c) (Result?, Int32, Int32) -> Int32
  let byteCount: @convention(c) (Result?, Int32, Int32) -> Int32
  let bytes: @convention(c) (Result?, Int32, Int32) -> UnsafePointer<UInt8>?
  let changeCount: @convention(c) (Result?) -> Text?

  let makeCancel: @convention(c) (Connection?) -> OpaquePointer?
  let freeCancel: @convention(c) (OpaquePointer?) -> Void
  let cancel: @convention(c) (OpaquePointer?, UnsafeMutablePointer<CChar>?, Int32) -> Int32

  /// The first version with pipeline mode.
  static let leastVersion = 14

  /// Finds the functions of a loaded library.
  private init(_ symbols: SystemLibrary) throws {
    let version: @convention(c) () -> Int32 = try symbols.find("PQlibVersion")
    // An older version lacks functions, and the error would name the first of them instead of the version.
    if version() < Int32(Self.leastVersion) * 10_000 {
      throw SystemLibrary.Failure.unsupported(
        path: symbols.path, reason: "is version \(version() / 10_000)")
    }
    let isThreadSafe: @convention(c) () -> Int32 = try symbols.find("PQisthreadsafe")
    if isThreadSafe() == 0 {
      throw SystemLibrary.Failure.unsupported(path: symbols.path, reason: "is for one thread only")
    }
    parseAddress = try symbols.find("PQconninfoParse")
    freeAddress = try symbols.find("PQconninfoFree")
    freeMemory = try symbols.find("PQfreemem")
    connectStart = try symbols.find("PQconnectStartParams")
    connectPoll = try symbols.find("PQconnectPoll")
    finish = try symbols.find("PQfinish")
    status = try symbols.find("PQstatus")
    transactionStatus = try symbols.find("PQtransactionStatus")
    message = try symbols.find("PQerrorMessage")
    socket = try symbols.find("PQsocket")
    serverVersion = try symbols.find("PQserverVersion")
    processNumber = try symbols.find("PQbackendPID")
    parameterStatus = try symbols.find("PQparameterStatus")
    setNonblocking = try symbols.find("PQsetnonblocking")
    setVerbosity = try symbols.find("PQsetErrorVerbosity")
    setNoticeReceiver = try symbols.find("PQsetNoticeReceiver")
    enterPipeline = try symbols.find("PQenterPipelineMode")
    exitPipeline = try symbols.find("PQexitPipelineMode")
    sendSync = try symbols.find("PQpipelineSync")
    sendQuery = try symbols.find("PQsendQuery")
    sendPrepare = try symbols.find("PQsendPrepare")
    sendDescribe = try symbols.find("PQsendDescribePrepared")
    sendPrepared = try symbols.find("PQsendQueryPrepared")
    sendParameters = try symbols.find("PQsendQueryParams")
    flush = try symbols.find("PQflush")
    consumeInput = try symbols.find("PQconsumeInput")
    isBusy = try symbols.find("PQisBusy")
    nextResult = try symbols.find("PQgetResult")
    nextNotice = try symbols.find("PQnotifies")
    putCopyData = try symbols.find("PQputCopyData")
    putCopyEnd = try symbols.find("PQputCopyEnd")
    resultStatus = try symbols.find("PQresultStatus")
    resultMessage = try symbols.find("PQresultErrorMessage")
    resultField = try symbols.find("PQresultErrorField")
    clear = try symbols.find("PQclear")
    rowCount = try symbols.find("PQntuples")
    columnCount = try symbols.find("PQnfields")
    columnType = try symbols.find("PQftype")
    parameterCount = try symbols.find("PQnparams")
    parameterType = try symbols.find("PQparamtype")
    isNull = try symbols.find("PQgetisnull")
    byteCount = try symbols.find("PQgetlength")
    bytes = try symbols.find("PQgetvalue")
    changeCount = try symbols.find("PQcmdTuples")
    makeCancel = try symbols.find("PQgetCancel")
    freeCancel = try symbols.find("PQfreeCancel")
    cancel = try symbols.find("PQcancel")
  }

  // MARK: Loading

  private static let lock = Lock()
  /// Guarded by the lock.
  nonisolated(unsafe) private static var loaded: [String: PostgreSQLLibrary] = [:]

  /// Returns the library at a path or the system's library.
  ///
  /// - Throws: ``PostgreSQLStoreError`` if the library is missing or unsupported.
  static func load(_ path: String?) throws -> PostgreSQLLibrary {
    try lock.withLock {
      if let library = loaded[path ?? ""] { return library }
      do {
        let library = try PostgreSQLLibrary(SystemLibrary(path.map { [$0] } ?? usualPaths))
        loaded[path ?? ""] = library
        return library
      } catch SystemLibrary.Failure.missing(let path, let reason) {
        throw PostgreSQLStoreError.libraryMissing(path: path, reason: reason)
      } catch SystemLibrary.Failure.unsupported(let path, let reason) {
        throw PostgreSQLStoreError.unsupportedLibrary(path: path, reason: reason)
      }
    }
  }

  private static var usualPaths: [String] {
    #if canImport(Darwin)
      // A bare name would also be searched in the working directory, where anyone may have put a library.
      [
        "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "/usr/local/opt/libpq/lib/libpq.5.dylib",
        "/opt/homebrew/lib/libpq.5.dylib", "/usr/local/lib/libpq.5.dylib",
        "/Applications/Postgres.app/Contents/Versions/latest/lib/libpq.5.dylib",
      ]
    #else
      ["libpq.so.5"]
    #endif
  }
}
