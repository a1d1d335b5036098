#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The system calls of file stores. If a call fails, `errno` contains the reason.
package enum FileSystem {
  /// Writes all bytes to an open file.
  ///
  /// - Returns: True if it succeeds.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      // At most 1 GiB at a time: some systems reject more than 2 GiB.
      let count = systemWrite(
        descriptor, bytes.baseAddress.map { $0 + written }, min(bytes.count - written, 1 << 30))
      if count < 0 && errno == EINTR { continue }
      if count == 0 { errno = ENOSPC }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }

  /// Reads from the current position of an open file, until the memory is full or the file ends.
  ///
  /// - Returns: The number of bytes read; −1 on an error.
  package static func read(_ memory: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Int {
    var count = 0
    while count < memory.count {
      let part = systemRead(
        descriptor, memory.baseAddress.map { $0 + count }, min(memory.count - count, 1 << 30))
      if part < 0 && errno == EINTR { continue }
      if part < 0 { return -1 }
      if part == 0 { break }
      count += part
    }
    return count
  }

  /// Changes the owner of an open file, if necessary.
  ///
  /// The system may reduce the permissions as a result, so these are set afterwards.
  ///
  /// - Returns: True if the file has that owner now.
  package static func setOwner(of descriptor: Int32, user: UInt32, group: UInt32) -> Bool {
    var own = stat()
    guard fstat(descriptor, &own) == 0 else { return false }
    return (own.st_uid, own.st_gid) == (user, group) || fchown(descriptor, user, group) == 0
  }

  /// Copies the access list and the extended attributes of an open file to another one, if the system has a function
  /// for it and the file system supports them.
  ///
  /// - Returns: True unless it fails.
  static func copyAttributes(from former: Int32, to descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      let flags = copyfile_flags_t(COPYFILE_ACL | COPYFILE_XATTR)
      return fcopyfile(former, descriptor, nil, flags) == 0 || errno == ENOTSUP
    #else
      return true
    #endif
  }

  /// Flushes the content of an open file, or the names in an open folder, to the disk.
  ///
  /// - Returns: True if it succeeds.
  package static func sync(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      // There, `fsync` may leave the data in the disk's own memory.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(descriptor) == 0
  }

  /// Flushes the names in an open folder to the disk, if the file system supports it.
  ///
  /// - Returns: True if it succeeds or is not supported.
  package static func syncFolder(_ descriptor: Int32) -> Bool {
    sync(descriptor) || errno == EINVAL || errno == ENOTSUP
  }

  /// Flushes the names in a folder to the disk, if the process may open it.
  package static func syncFolder(at path: String) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder < 0 { return }
    _ = syncFolder(folder)
    close(folder)
  }

  /// Returns the folder of a path.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Removes a file, if it exists.
  static func remove(_ path: String) { unlink(path) }

  /// Returns whether anything exists at a path, including a broken link.
  package static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Returns the names of the files in a folder, except for invalid strings; empty if the folder cannot be read.
  package static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let bytes = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if let name = String(validating: bytes, as: UTF8.self) { names.append(name) }
    }
    return names
  }
}

/// The system's `read`, which the function of the same name hides.
private func systemRead(
  _ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  read(descriptor, bytes, count)
}

/// The system's `write`, which the function of the same name hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
