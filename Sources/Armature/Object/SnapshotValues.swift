import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a snapshot holds, in one block of memory: 312 bytes for ten attributes, whose values take 240.
///
/// `@unchecked Sendable`: the block is filled in `init`, before anybody else has it, and only read then.
struct SnapshotValues: @unchecked Sendable {
  /// What stands in front of the values.
  struct Header {
    let layout: SnapshotLayout
    let key: Int64
    let storeID: UUID
    let rowVersion: UInt32
    let isTemporary: Bool
  }

  /// A value for each name of the layout; nothing for what is no part of the snapshot.
  private final class Block: ManagedBuffer<Header, AttributeValue?> {
    deinit {
      _ = withUnsafeMutablePointers { header, elements in
        elements.deinitialize(count: header.pointee.layout.names.count)
      }
    }
  }

  private let block: ManagedBuffer<Header, AttributeValue?>

  /// - Parameter value: Yields the value at a position of the layout; each is asked for once, in order.
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

  /// The value at a position of the layout, which must be one.
  subscript(position: Int) -> AttributeValue? {
    block.withUnsafeMutablePointerToElements { $0[position] }
  }

  /// The names with the values, as far as these are a part of the snapshot, by name.
  var members: some Sequence<(name: String, value: AttributeValue)> {
    layout.names.enumerated().lazy.compactMap {
      position, name -> (name: String, value: AttributeValue)? in
      self[position].map { (name: name, value: $0) }
    }
  }
}
