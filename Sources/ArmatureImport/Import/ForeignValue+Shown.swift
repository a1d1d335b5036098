import ArmatureModel
import ArmatureSQLite

extension ForeignValue {
  /// The value as shown in a message.
  var shown: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text.quotedForMessage
    case .brokenText: phrase
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}
