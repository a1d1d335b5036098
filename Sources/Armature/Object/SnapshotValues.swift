import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The contents of a snapshot in one block of memory. A snapshot of ten attributes takes 312 bytes, 240 of them for the
/// values.
///
/// `@unchecked Sendable`: `init` fills the block before it is shared. After that, the block is only read.
struct SnapshotValues: @unchecked Sendable {
  /// The data before the values.
  struct Header {
    let layout: SnapshotLayout
    let key: Int64
    let storeID: UUID
    let rowVersion: UInt32
    let isTemporary: Bool
  }

  /// A value for each name of the layout. It is `nil` if the snapshot does not contain the property.
  private final class Block: ManagedBuffer<Header, AttributeValue?> {
    deinit {
      _ = withUnsafeMutablePointers { header, elements in
        elements.deinitialize(count: header.pointee.layout.names.count)
      }
    }
  }

  private let block: ManagedBuffer<Header, AttributeValue?>

  /// - Parameter value: A closure that returns the value at a position of the layout. It is called once for each
  ///   position, in order.
  init(_ header: Header, _ value: (Int) -> AttributeValue?) {
    let count = header.layout.names.count
    block = Block.create(minimumCapacity: count) { _ in header }
    block.withUnsafeMutablePointerToElements { elements in
      // All `count` of them, which `deinit` relies on.
      for position in 0..<count { (elements + position).initialize(to: value(position)) }
    }
  }

  var header: Header { block.header }
  var layout: SnapshotLayout { block.withUnsafeMutablePointerToHeader { $0.pointee.layout } }

  /// Returns the value at a valid position of the layout.
  subscript(position: Int) -> AttributeValue? {
    block.withUnsafeMutablePointerToElements { $0[position] }
  }

  /// The properties in the snapshot with their values, by name.
  var members: some Sequence<(name: String, value: AttributeValue)> {
    layout.names.enumerated().lazy.compactMap {
      position, name -> (name: String, value: AttributeValue)? in
      self[position].map { (name: name, value: $0) }
    }
  }
}
