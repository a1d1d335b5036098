#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The lock that a store holds while it writes its file.
///
/// Only one store in one process can hold the lock at a time. The lock is a system lock on a hidden file next to the
/// store's file, so the system releases it if the process ends.
///
/// The hidden file also contains data that all stores on the same file share: ``Numbers`` and ``RowVersions``.
struct JSONStoreFileLock: ~Copyable {
  private let descriptor: Int32
  private let name: String

  /// The time to wait for another holder, in steps of 2 ms.
  static let patience = 5_000

  /// Waits until no other store holds the lock, and then acquires it.
  ///
  /// - Parameters:
  ///   - path: The path of the lock file.
  ///   - former: The store's file, or `nil` if it does not exist yet. The lock file gets the owner of this file, and at
  ///     most its permissions.
  ///   - name: The path of the store's file, for messages.
  ///   - patience: The maximum number of times to wait for 2 ms.
  init(
    _ path: String, like former: stat?, name: String, patience: Int = Self.patience
  ) throws(FileStoreError) {
    let mode = (former?.st_mode ?? NewFile.mode) & 0o666 | 0o600
    var steps = 0
    while true {
      let descriptor = open(
        path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode)
      if descriptor < 0 { throw FileStoreError(path: name, step: .lock) }
      if fileStatus(descriptor)?.isOrdinary != true {
        close(descriptor)
        throw FileStoreError(path: path, reason: .notRegularFile)
      }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        // The lock file may have been removed after it was opened: others would then lock another one.
        if let own = fileStatus(descriptor), let there = fileStatus(path),
          FileStamp(own).isSameFile(as: FileStamp(there))
        {
          // Best effort: a process without these permissions can still write.
          if let former, (own.st_uid, own.st_gid) != (former.st_uid, former.st_gid) {
            _ = fchown(descriptor, former.st_uid, former.st_gid)
          }
          if own.st_mode & ~mode & 0o666 != 0 { fchmod(descriptor, own.st_mode & mode) }
          self.descriptor = descriptor
          self.name = name
          return
        }
      } else if errno != EWOULDBLOCK && errno != EINTR {
        let error = FileStoreError(path: name, step: .lock)
        close(descriptor)
        throw error
      }
      close(descriptor)
      steps += 1
      if steps > patience { throw FileStoreError(path: name, reason: .busy) }
      var pause = timespec(tv_sec: 0, tv_nsec: 2_000_000)
      nanosleep(&pause, nil)
    }
  }

  // Closing alone would not release the lock while this process is starting a program. That program also has the
  // descriptor until it runs its own code.
  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// The beginning of the lock file: the next unused key, and the number of the last commit.
  struct Numbers {
    var nextKey: Int64 = 1
    var lastCommit: UInt32 = 0

    /// The number of bytes that they take.
    fileprivate static let length = 20 + 11

    init() {}

    /// Reads the numbers at the beginning of a text; initial numbers for any other text.
    init(_ text: String) {
      let parts = text.prefix { $0 != "\n" }.split(separator: " ")
      guard parts.count == 2, let key = Int64(parts[0]), StoreHeader.keys.contains(key),
        let commit = UInt32(parts[1])
      else { return }
      (nextKey, lastCommit) = (key, commit)
    }

    fileprivate var text: String {
      func padded(_ number: String, _ count: Int) -> String {
        String(repeating: "0", count: max(0, count - number.utf8.count)) + number
      }
      return "\(padded("\(nextKey)", 19)) \(padded("\(lastCommit)", 10))\n"
    }
  }

  /// The numbers at the beginning of the lock file.
  var numbers: Numbers {
    var bytes = [UInt8](repeating: 0, count: Numbers.length)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return Numbers(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
  }

  /// Writes the numbers to the beginning of the lock file.
  borrowing func set(_ numbers: Numbers) throws(FileStoreError) {
    if !write(numbers.text, at: 0) { throw FileStoreError(path: name, step: .lock) }
  }

  /// Writes the text after the numbers, in a way that a partial text is recognized.
  ///
  /// - Returns: True if it succeeds.
  @discardableResult borrowing func setRest(_ text: String) -> Bool {
    ftruncate(descriptor, off_t(Numbers.length)) == 0 && write(text, at: Numbers.length)
  }

  private borrowing func write(_ text: String, at offset: Int) -> Bool {
    let bytes = Array(text.utf8)
    return pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count
  }
}
