import Observation
import Synchronization

/// A detector of whether the current read happens during an observation.
///
/// The Observation module does not expose this. However, a registrar inserts the key path of a read into a set only
/// during an observation, which asks the key path for its hash.
final class ReadWitness: Observable {
  /// A part of a key path that records when it is hashed.
  private final class Mark: Hashable, Sendable {
    /// Observations that end in other tasks also compute hashes: a read is then tracked unnecessarily.
    let isHashed = Atomic(false)

    static func == (left: Mark, right: Mark) -> Bool { left === right }

    func hash(into hasher: inout Hasher) {
      isHashed.store(true, ordering: .relaxed)
      hasher.combine(ObjectIdentifier(self))
    }
  }

  private let registrar = ObservationRegistrar()
  private let mark: Mark
  private let path: KeyPath<ReadWitness, Int>

  init() {
    let mark = Mark()
    self.mark = mark
    path = \ReadWitness[mark]
  }

  private subscript(mark: Mark) -> Int { 0 }

  /// Whether the current read happens during an observation.
  ///
  /// With this, a read without an observation takes 72 ns, compared to 26 ns in a context that does not track reads.
  var isObserving: Bool {
    mark.isHashed.store(false, ordering: .relaxed)
    registrar.access(self, keyPath: path)
    return mark.isHashed.load(ordering: .relaxed)
  }
}

extension SlotTable {
  /// Whether somebody observes what is read just now, in a context that tracks reads.
  ///
  /// No reference is counted: most reads are observed by nobody.
  var isObserving: Bool {
    guard let readWitness else { return false }
    return Unmanaged<ReadWitness>.fromOpaque(readWitness)._withUnsafeGuaranteedRef {
      $0.isObserving
    }
  }

  mutating func setTracksReads(_ tracksReads: Bool) {
    if tracksReads == self.tracksReads { return }
    readWitness.map(Unmanaged<ReadWitness>.fromOpaque)?.release()
    readWitness =
      tracksReads ? UnsafeRawPointer(Unmanaged.passRetained(ReadWitness()).toOpaque()) : nil
  }
}
