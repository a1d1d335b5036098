extension StoreRows {
  /// One row from the store.
  struct Record {
    let key: Int64
    /// Its memory; `nil` without values. Its links are positions in ``links``, from 1.
    var row: Row?
    private let entityPosition: Int32
    let version: UInt32

    init(key: Int64, entity: Int, version: UInt32, row: Row?) {
      (self.key, self.version, self.row) = (key, version, row)
      entityPosition = Int32(entity)
    }

    /// The position of its entity in the model.
    var entity: Int { Int(entityPosition) }
  }
}
