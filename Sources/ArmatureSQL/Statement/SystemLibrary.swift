#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A C library that is loaded at run time, so that the program need not be linked to it. Its functions are found by
/// name.
package struct SystemLibrary {
  /// The path where it was found.
  package let path: String
  private let handle: UnsafeMutableRawPointer

  /// The reason why a library cannot be used.
  package enum Failure: Error {
    case missing(path: String, reason: String)
    /// `reason` continues a sentence about the library.
    case unsupported(path: String, reason: String)
  }

  /// Loads the first library that is found at some paths.
  ///
  /// - Throws: ``Failure``.
  package init(_ paths: [String]) throws {
    for path in paths {
      if let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) {
        (self.path, self.handle) = (path, handle)
        return
      }
    }
    throw Failure.missing(
      path: paths[0], reason: dlerror().map { String(cString: $0) } ?? "it cannot be loaded")
  }

  /// Returns the function with a name. The type must match the declaration of the function in the library's header.
  ///
  /// - Throws: ``Failure``.
  package func find<Type>(_ name: String) throws -> Type {
    guard let symbol = dlsym(handle, name) else {
      throw Failure.unsupported(path: path, reason: "has no function \(name)")
    }
    // A pointer to a C function is one word, as the symbol is.
    return unsafeBitCast(symbol, to: Type.self)
  }
}
