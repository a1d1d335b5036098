public import Armature

extension MergePolicy {
  /// All policies by name; `.resolve` keeps what one property is here, and takes the rest from the store.
  public static func all(keeping property: String) -> [(name: String, policy: MergePolicy)] {
    [
      ("error", .error), ("storeTrumps", .storeTrumps), ("objectTrumps", .objectTrumps),
      ("overwrite", .overwrite), ("rollback", .rollback),
      ("resolve", .resolve { $0.name == property ? $0.mine : $0.theirs }),
    ]
  }
}
