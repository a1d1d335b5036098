public import Armature

extension MergePolicy {
  /// Returns all policies by name; `.resolve` keeps the context's value of one property and the store's values
  /// otherwise.
  public static func all(keeping property: String) -> [(name: String, policy: MergePolicy)] {
    [
      ("error", .error), ("storeTrumps", .storeTrumps), ("objectTrumps", .objectTrumps),
      ("overwrite", .overwrite), ("rollback", .rollback),
      ("resolve", .resolve { $0.name == property ? $0.mine : $0.theirs }),
    ]
  }
}
