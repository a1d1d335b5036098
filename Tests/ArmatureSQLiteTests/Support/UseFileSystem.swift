#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import Testing

/// Makes SQLite use another of its file system layers in the whole process.
func useFileSystem(_ name: String) throws {
  #if canImport(Darwin)
    let library = dlopen("/usr/lib/libsqlite3.dylib", RTLD_NOW)
  #else
    let library = dlopen("libsqlite3.so.0", RTLD_NOW)
  #endif
  let (find, register) = try (
    #require(dlsym(library, "sqlite3_vfs_find")), #require(dlsym(library, "sqlite3_vfs_register"))
  )
  typealias Find = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
  typealias Register = @convention(c) (OpaquePointer?, Int32) -> Int32
  // The types come from SQLite's header.
  let system = try #require(unsafeBitCast(find, to: Find.self)(name), "SQLite has no \(name)")
  #expect(unsafeBitCast(register, to: Register.self)(system, 1) == 0)
}
