#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The key of an encrypted SQLite file.
///
/// ```swift
/// let key = SQLiteKey.passphrase("correct horse battery staple")
/// print(key)  // SQLiteKey
/// ```
/// A key never shows its content, in descriptions, messages or logs. The memory of the content is overwritten when the
/// last copy of the key is removed. However, the SQLite library keeps its own copy while a connection is open.
///
/// `@unchecked Sendable`: the content never changes.
public struct SQLiteKey: @unchecked Sendable {
  /// A closure that returns the key of a file, for example from a keyring.
  public typealias Source = @Sendable () throws -> SQLiteKey

  private let content: Content
  /// The reason why no file can have the key; `nil` if the key is valid.
  let defect: String?

  private init(_ bytes: some Collection<UInt8>, defect: String? = nil) {
    (content, self.defect) = (Content(bytes), defect)
  }

  /// Returns a key that is derived from a passphrase.
  ///
  /// The derivation makes guessing slow, and so each connection to the file takes 50 to 200 ms to open. Use ``bytes(_:)``
  /// if the key is random. A passphrase in the form `x'…'` with 64 hexadecimal digits is not derived: it is the same key
  /// as these 32 bytes.
  public static func passphrase(_ text: String) -> SQLiteKey { passphrase(Array(text.utf8)) }

  /// Returns a key that is derived from the bytes of a passphrase.
  package static func passphrase(_ bytes: [UInt8]) -> SQLiteKey {
    SQLiteKey(bytes, defect: bytes.isEmpty ? "the passphrase is empty" : nil)
  }

  /// Returns a key of 32 random bytes, which is used as it is.
  ///
  /// Opening a file throws ``SQLiteStoreError/invalidKey(path:reason:)`` if there are fewer or more bytes.
  public static func bytes(_ bytes: Data) -> SQLiteKey {
    if bytes.count != 32 { return SQLiteKey([], defect: "it has \(bytes.count) bytes") }
    let digits = Array("0123456789abcdef".utf8)
    // The notation of SQLCipher, which SQLite3 Multiple Ciphers knows, too.
    var text = Array("x'".utf8)
    for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return SQLiteKey(text + "'".utf8)
  }

  /// A closure that returns this key.
  package var source: Source { { self } }

  /// Calls a closure with the bytes for the SQLite library.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try body(UnsafeRawBufferPointer(content.bytes))
  }

  /// Whether the other key is a copy of this one.
  func isSame(as other: SQLiteKey) -> Bool { content === other.content }

  /// The bytes of a key, which are overwritten when they are no longer needed.
  private final class Content {
    let bytes: UnsafeMutableRawBufferPointer

    init(_ source: some Collection<UInt8>) {
      bytes = .allocate(byteCount: source.count, alignment: 1)
      bytes.copyBytes(from: source)
    }

    deinit {
      if let start = bytes.baseAddress {
        // Functions that the compiler must not leave out.
        #if canImport(Darwin)
          _ = memset_s(start, bytes.count, 0, bytes.count)
        #else
          explicit_bzero(start, bytes.count)
        #endif
      }
      bytes.deallocate()
    }
  }
}

extension SQLiteKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name of the type, without the content of the key.
  public var description: String { "SQLiteKey" }

  /// The name of the type, without the content of the key.
  public var debugDescription: String { description }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
