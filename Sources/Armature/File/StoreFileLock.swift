#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The right to write a store's file, which one store in one process has at a time.
///
/// It is a lock of the system on a file beside it, which goes with the process that holds it. The file also
/// has what stores on one file must agree on and is nothing of the data: ``Numbers``, and ``RowVersions``.
struct StoreFileLock: ~Copyable {
  private let descriptor: Int32
  private let name: String

  /// How long somebody else may hold it, in steps of 2 ms.
  static let patience = 5_000

  /// Waits for the right.
  ///
  /// - Parameters:
  ///   - path: That of the file beside the store's.
  ///   - former: The store's file, whose owner it gets, and than which it is never more open; `nil` if there
  ///     is none yet.
  ///   - name: The path of the store's file, for messages.
  ///   - patience: How many steps of 2 ms to wait.
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
        throw FileStoreError(path: path, reason: .notOrdinary)
      }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        // The file may have been removed since it was opened: others would lock another one.
        if let own = fileStatus(descriptor), let there = fileStatus(path),
          FileStamp(own).isSameFile(as: FileStamp(there))
        {
          // Best effort: who may do neither can write all the same.
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

  // Closing alone would not give the right back while a program is being started from this process: it has
  // the descriptor, too, until it runs code of its own.
  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// What the file begins with: the next key that was never given out, and the number of the last commit.
  struct Numbers {
    var nextKey: Int64 = 1
    var lastCommit: UInt32 = 0

    /// How many bytes they take.
    fileprivate static let length = 20 + 11

    init() {}

    /// Reads the numbers at the beginning of a text; those of nothing for any other text.
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

  /// What the file begins with.
  var numbers: Numbers {
    var bytes = [UInt8](repeating: 0, count: Numbers.length)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return Numbers(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
  }

  /// Writes what the file begins with.
  borrowing func set(_ numbers: Numbers) throws(FileStoreError) {
    if !write(numbers.text, at: 0) { throw FileStoreError(path: name, step: .lock) }
  }

  /// Writes what stands behind the numbers, so that nobody takes a part of it for the whole.
  ///
  /// - Returns: Whether it is there.
  @discardableResult borrowing func setRest(_ text: String) -> Bool {
    ftruncate(descriptor, off_t(Numbers.length)) == 0 && write(text, at: Numbers.length)
  }

  private borrowing func write(_ text: String, at offset: Int) -> Bool {
    let bytes = Array(text.utf8)
    return pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count
  }
}
