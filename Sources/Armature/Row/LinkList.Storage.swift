extension LinkList {
  /// The content of a list: a handle of its memory.
  struct Storage: Equatable {
    private struct Fields {
      var items: UnsafeMutablePointer<UInt32>
      var capacity: Int
      var used = 0
      var count = 0
      var isLoaded = true
      var hasOvertaken = false
      var positions: [UInt32: UInt32]?
      var walks = 0
      var edits: ContiguousArray<Edit>?
      var order: ContiguousArray<Handle>?
    }

    private let fields: UnsafeMutablePointer<Fields>

    /// Allocates the content of an empty list.
    init(capacity: Int) {
      fields = .allocate(capacity: 1)
      fields.initialize(to: Fields(items: .allocate(capacity: capacity), capacity: capacity))
    }

    func deallocate() {
      items.deallocate()
      fields.deinitialize(count: 1)
      fields.deallocate()
    }

    /// The handles; 0 is a hole.
    @_transparent var items: UnsafeMutablePointer<UInt32> {
      get { fields.pointee.items }
      nonmutating set { fields.pointee.items = newValue }
    }

    @_transparent var capacity: Int {
      get { fields.pointee.capacity }
      nonmutating set { fields.pointee.capacity = newValue }
    }

    /// The number of used positions, including holes.
    @_transparent var used: Int {
      get { fields.pointee.used }
      nonmutating set { fields.pointee.used = newValue }
    }

    /// The number of members.
    @_transparent var count: Int {
      get { fields.pointee.count }
      nonmutating set { fields.pointee.count = newValue }
    }

    /// Whether the members are loaded. If not, the list contains only edits.
    @_transparent var isLoaded: Bool {
      get { fields.pointee.isLoaded }
      nonmutating set { fields.pointee.isLoaded = newValue }
    }

    /// Whether the store already had some of the edits when the list was loaded.
    @_transparent var hasOvertaken: Bool {
      get { fields.pointee.hasOvertaken }
      nonmutating set { fields.pointee.hasOvertaken = newValue }
    }

    /// The position of each member, after many searches.
    @_transparent var positions: [UInt32: UInt32]? {
      get { fields.pointee.positions }
      nonmutating _modify { yield &fields.pointee.positions }
    }

    /// The number of linear searches since the positions were discarded.
    @_transparent var walks: Int {
      get { fields.pointee.walks }
      nonmutating set { fields.pointee.walks = newValue }
    }

    /// The edits since the last save, if they are recorded.
    @_transparent var edits: ContiguousArray<Edit>? {
      get { fields.pointee.edits }
      nonmutating _modify { yield &fields.pointee.edits }
    }

    /// The changed order that the members had when the list was unloaded. It is set only while the list is unloaded.
    @_transparent var order: ContiguousArray<Handle>? {
      get { fields.pointee.order }
      nonmutating _modify { yield &fields.pointee.order }
    }
  }
}
