/// Returns the name that was probably intended: the closest of some names, if one is close enough.
///
/// A name is close if at most a third of its letters differ, and at most three. Insertions, deletions, replacements
/// and swaps of neighbours count. Among equally close names, the one with fewer differences in case is chosen, and
/// among those the first. For names of one or two letters, only the case may differ, so `x` never suggests `y`.
///
/// - Complexity: O(*n* · *k*) for each name of *n* letters within *k* edits. Names of more than 64 letters, which
///   hostile data may contain, have no near miss.
package func nearMiss(_ name: String, in names: some Sequence<String>) -> String? {
  NearMissSearch(name)?.closest(of: names.lazy.map(NearMissSearch.Candidate.init))
}
