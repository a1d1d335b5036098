import Armature

extension StoreProbe {
  /// Checks that a deletion does not clear guarded links that were added meanwhile.
  func checkGuardedLinks() {
    let keys = keys(8)
    let (crates, toys) = (Array(keys[..<3]), Array(keys[3...]))
    let inserted = step("Rows are inserted that guarded links are to lead to.") {
      for crate in crates { $0.insert(crate, "Crate") }
      for toy in toys { $0.insert(toy, "Toy") }
      $0.add(toys[4], "labelled", crates[2])
    }
    if !inserted { return }
    let read = rows
    // The other side has no change, so its version stays the same.
    commit("Another commit links a row.") { $0.link(toys[0], "crate", crates[0]) }
    reject(
      "A row is deleted that has a new denying link.", { $0.delete(crates[0]) }, since: read,
      [crates[0]], as: .guarded)
    commit("Another commit adds a row to a list.") { $0.add(toys[1], "labelled", crates[1]) }
    reject(
      "Rows are deleted that have new guarded links, and one without any.",
      {
        $0.delete(crates[0])
        $0.delete(crates[1])
        $0.delete(toys[4])
        $0.delete(crates[2])
      }, since: read, [crates[0], crates[1]], as: .guarded)
    step("A row is deleted together with the rows that lead to it.") {
      $0.delete(toys[1])
      $0.delete(crates[1])
    }
    step("A row is deleted, and the same transaction removes the links to it.") {
      $0.link(toys[0], "crate", crates[2])
      $0.delete(crates[0])
    }
    step("A row is deleted, and the same transaction removes the members of its list.") {
      $0.link(toys[0], "crate", nil)
      $0.unlink(toys[4], "labelled", crates[2])
      $0.delete(crates[2])
    }
  }
}
