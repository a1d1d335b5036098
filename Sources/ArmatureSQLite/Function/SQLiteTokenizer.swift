import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The tokenizer of full-text indexes, as FTS5 calls it. It divides text in the same way as in memory.
enum SQLiteTokenizer {
  /// Receives a token: the context, flags, the bytes and their number, and the range in the text.
  private typealias Receiver =
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<UInt8>?, Int32, Int32, Int32
    ) -> Int32
  private typealias Create =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafePointer<CChar>?>?, Int32,
      UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> Int32
  private typealias Delete = @convention(c) (UnsafeMutableRawPointer?) -> Void
  private typealias Tokenize =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int32, UnsafePointer<UInt8>?, Int32,
      Receiver?
    ) -> Int32
  private typealias CreateTokenizer =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?,
      UnsafeMutableRawPointer?, SQLiteLibrary.Destructor?
    ) -> Int32

  /// The functions of a tokenizer: `fts5_tokenizer`.
  private struct Functions {
    let create: Create
    let delete: Delete
    let tokenize: Tokenize
  }

  /// A tokenizer of one virtual table.
  private final class Instance {
    var reader: TokenReader
    init(_ tokenizer: FullTextTokenizer) { reader = TokenReader(tokenizer) }
  }

  /// Registers the tokenizer with a connection, if the library has FTS5.
  ///
  /// - Returns: Whether the library has FTS5.
  static func register(_ connection: SQLiteLibrary.Handle, _ library: SQLiteLibrary) -> Bool {
    guard let bindPointer = library.bindPointer,
      let interface = interface(connection, library, bindPointer)
    else { return false }
    // The structure starts with its version as an `int`, followed by pointers to functions.
    guard interface.load(as: Int32.self) >= 2,
      let address = interface.load(fromByteOffset: 8, as: UnsafeMutableRawPointer?.self)
    else { return false }
    let createTokenizer = unsafeBitCast(address, to: CreateTokenizer.self)
    var functions = Functions(create: create, delete: delete, tokenize: tokenize)
    // FTS5 copies the functions.
    return createTokenizer(interface, "armature", nil, &functions, nil) == SQLiteCode.ok
  }

  /// Returns the interface of FTS5 for extensions, which its function `fts5` stores at a bound address.
  private static func interface(
    _ connection: SQLiteLibrary.Handle, _ library: SQLiteLibrary,
    _ bindPointer: SQLiteLibrary.BindPointer
  ) -> UnsafeMutableRawPointer? {
    var statement: SQLiteLibrary.Handle?
    guard library.prepare(connection, "SELECT fts5(?1)", -1, 0, &statement, nil) == SQLiteCode.ok
    else { return nil }
    defer { _ = library.finalize(statement) }
    var interface: UnsafeMutableRawPointer?
    return "fts5_api_ptr".withCString { type in
      withUnsafeMutablePointer(to: &interface) { place in
        guard bindPointer(statement, 1, place, type, nil) == SQLiteCode.ok else { return }
        _ = library.step(statement)
      }
      return interface
    }
  }

  private static let create: Create = { _, arguments, count, result in
    var tokenizer = FullTextTokenizer.words
    if count > 0, let name = arguments?[0] {
      guard let known = FullTextTokenizer(rawValue: String(cString: name)) else {
        return SQLiteCode.error
      }
      tokenizer = known
    }
    result?.pointee = Unmanaged.passRetained(Instance(tokenizer)).toOpaque()
    return SQLiteCode.ok
  }

  private static let delete: Delete = { instance in
    if let instance { Unmanaged<Instance>.fromOpaque(instance).release() }
  }

  private static let tokenize: Tokenize = { instance, context, _, text, count, receive in
    guard let instance, let receive else { return SQLiteCode.error }
    let bytes = UnsafeBufferPointer(start: text, count: text == nil ? 0 : Int(count))
    var code = SQLiteCode.ok
    Unmanaged<Instance>.fromOpaque(instance)._withUnsafeGuaranteedRef { instance in
      instance.reader.forEachToken(of: bytes) { token, range in
        code = receive(
          context, 0, token.baseAddress, Int32(token.count), Int32(range.lowerBound),
          Int32(range.upperBound))
        return code == SQLiteCode.ok
      }
    }
    return code
  }
}
