package import Synchronization

/// A reference that is made when first needed, and from then on read without a lock.
///
/// The standard `AtomicLazyReference` is not specialized and takes 70 ns; this takes 1.
///
/// `@unchecked Sendable`: the address is atomic. What it leads to is published with `releasing`, read
/// with `acquiring`, and released in `deinit` only, when nobody can read it any more.
package struct LazyReference: ~Copyable, @unchecked Sendable {
  @usableFromInline package let word = Atomic<UInt>(0)

  package init() {}

  deinit {
    if let address { Unmanaged<AnyObject>.fromOpaque(address).release() }
  }

  /// Where the object is, if it has been made; it lives as long as the reference.
  @inlinable package var address: UnsafeRawPointer? {
    @inline(__always) borrowing get {
      UnsafeRawPointer(bitPattern: word.load(ordering: .acquiring))
    }
  }

  /// Keeps an object, unless another thread was faster, and says where the one is that is kept.
  package borrowing func publish(_ object: some AnyObject & Sendable) -> UnsafeRawPointer {
    let made = Unmanaged.passRetained(object).toOpaque()
    let (isFirst, former) = word.compareExchange(
      expected: 0, desired: UInt(bitPattern: made), ordering: .acquiringAndReleasing)
    guard !isFirst, let first = UnsafeRawPointer(bitPattern: former) else {
      return UnsafeRawPointer(made)
    }
    Unmanaged<AnyObject>.fromOpaque(made).release()
    return first
  }
}
