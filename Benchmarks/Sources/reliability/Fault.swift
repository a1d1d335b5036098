import Foundation

/// A system failure to inject.
struct Fault: CustomStringConvertible {
  /// Kinds of system calls, with the numbers of the injection library.
  struct Calls: OptionSet, Hashable {
    let rawValue: UInt32

    static let open = Self(rawValue: 1 << 0)
    static let read = Self(rawValue: 1 << 1)
    static let write = Self(rawValue: 1 << 2)
    static let sync = Self(rawValue: 1 << 3)
    static let truncate = Self(rawValue: 1 << 4)
    static let rename = Self(rawValue: 1 << 5)
    static let link = Self(rawValue: 1 << 6)
    static let unlink = Self(rawValue: 1 << 7)
    static let lock = Self(rawValue: 1 << 8)
    static let own = Self(rawValue: 1 << 9)
    static let map = Self(rawValue: 1 << 10)
    /// All calls that change something, except writes.
    static let others: Self = [.sync, .truncate, .rename, .link, .unlink]
  }

  /// The kind of failure, with the numbers of the injection library.
  enum How: Int32 {
    case fail
    case tear
    case shorten
    case kill
  }

  let name: String
  let calls: Calls
  let how: How
  let error: Int32
  let lasts: Bool

  init(
    _ calls: Calls, _ how: How = .fail, error: Int32 = EIO, lasts: Bool = false, _ name: String = ""
  ) {
    (self.name, self.calls, self.how, self.error, self.lasts) = (name, calls, how, error, lasts)
  }

  var description: String { "\(name)\(lasts ? " from then on" : "")" }

  /// The failures that a disk, a system or a user can cause.
  static let all: [Fault] = [false, true].flatMap { lasts in
    [
      Fault(.write, error: EIO, lasts: lasts, "a write that fails"),
      Fault(.write, .tear, error: EIO, lasts: lasts, "a torn write"),
      Fault(.write, .tear, error: ENOSPC, lasts: lasts, "a full disk"),
      Fault(.write, .shorten, lasts: lasts, "a short write"),
      Fault(.write, error: EROFS, lasts: lasts, "a read-only file"),
      Fault(.sync, lasts: lasts, "a sync that fails"),
      Fault(.truncate, lasts: lasts, "a truncation that fails"),
      Fault(.rename, lasts: lasts, "a renaming that fails"),
      Fault([.rename, .sync], lasts: lasts, "a renaming or a sync that fails"),
      Fault(.link, error: EPERM, lasts: lasts, "a link that fails"),
      Fault(.unlink, error: EACCES, lasts: lasts, "a removal that fails"),
      Fault(.lock, error: ENOLCK, lasts: lasts, "a lock that fails"),
      Fault(.own, error: EPERM, lasts: lasts, "an owner that cannot be given"),
      Fault(.map, error: ENOMEM, lasts: lasts, "memory that cannot be mapped"),
      Fault(.open, error: EMFILE, lasts: lasts, "too many open files"),
      Fault(.open, error: EACCES, lasts: lasts, "a file that cannot be opened"),
      Fault(.read, lasts: lasts, "a read that fails"),
    ]
  }
}
