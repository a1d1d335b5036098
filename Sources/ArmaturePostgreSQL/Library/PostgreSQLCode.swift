/// The constants of libpq and the server that the library distinguishes.
enum PostgreSQLCode {
  static let connectionOK: Int32 = 0
  static let pollingFailed: Int32 = 0
  static let pollingReading: Int32 = 1
  static let pollingWriting: Int32 = 2
  static let pollingOK: Int32 = 3

  static let transactionIdle: Int32 = 0

  static let commandOK: Int32 = 1
  static let tuplesOK: Int32 = 2
  static let copyIn: Int32 = 4
  static let pipelineSync: Int32 = 10
  static let pipelineAborted: Int32 = 11

  /// The fields of an error: its state, its message, and the name of the constraint.
  static let sqlState = Int32(UInt8(ascii: "C"))
  static let primaryMessage = Int32(UInt8(ascii: "M"))
  static let constraintName = Int32(UInt8(ascii: "n"))

  static let binary: Int32 = 1

  /// The verbosity of messages: the text alone, or also the state and the context.
  static let plainMessages: Int32 = 1
  static let longMessages: Int32 = 2
}
