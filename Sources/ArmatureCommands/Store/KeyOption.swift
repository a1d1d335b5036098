import Armature
import ArmatureSQLite

/// An option that names a file with the key of an encrypted SQLite file.
enum KeyOption: String {
  /// The key of the store or file in the operands. The variable `ARMATURE_KEY` can contain it, too.
  case present = "key-file"
  /// The key of a copy, or the new key of the store.
  case new = "new-key-file"

  static let variable = "ARMATURE_KEY"

  /// The declaration of the option.
  var option: Verb.Option {
    switch self {
    case .present:
      Verb.Option(
        rawValue, .file("file"),
        "the file with the key of an encrypted SQLite file (default: the variable "
          + "\(Self.variable))")
    case .new:
      Verb.Option(
        rawValue, .file("file"), "the file with the key of the new SQLite file, or the new key")
    }
  }
}

extension Call {
  /// Returns the key that an option names, or the variable for the present key. Returns `nil` if neither does.
  ///
  /// The file is read only once, because it can be a pipe.
  func key(_ option: KeyOption) throws -> SQLiteKey? {
    if let known = session.keys[option.rawValue] { return known }
    let key: SQLiteKey
    if let path = self[option.rawValue] {
      var bytes = try Files.read(path)
      // Editors and commands end a file with a line break.
      if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      key = .passphrase(bytes)
    } else if option == .present, let text = session.variables[KeyOption.variable], !text.isEmpty {
      key = .passphrase(text)
    } else {
      return nil
    }
    session.keys[option.rawValue] = key
    return key
  }
}
