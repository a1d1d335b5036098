/// The name that somebody probably meant: the closest of some names, if one is close enough.
///
/// Close is a third of the letters, three at most, counting insertions, deletions, replacements and
/// swaps of neighbours; case counts only among equally close names. Of those left the first wins.
/// Names of one or two letters are only ever misspelt in case, so `x` is never taken for `y`.
///
/// - Complexity: O(*n* · *k*) per name of *n* letters within *k* edits; names over 64 letters,
///   which hostile data may hold, have no near miss.
package func nearMiss(_ name: String, in names: some Sequence<String>) -> String? {
  NearMissSearch(name)?.closest(of: names.lazy.map(NearMissSearch.Candidate.init))
}
