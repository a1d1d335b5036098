/// The numbers and words of libpq and of the server that this library tells apart.
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

  /// The fields of an error: its state, the words about it, and the name of the constraint.
  static let sqlState = Int32(UInt8(ascii: "C"))
  static let primaryMessage = Int32(UInt8(ascii: "M"))
  static let constraintName = Int32(UInt8(ascii: "n"))

  static let binary: Int32 = 1

  /// What messages say: the words alone, or also the state and what they are about.
  static let plainMessages: Int32 = 1
  static let longMessages: Int32 = 2
}
