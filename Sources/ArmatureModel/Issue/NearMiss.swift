/// Returns the name that was probably intended, if one of some names is close enough.
///
/// A name is close if at most three letters differ, and at most a third of all letters. Insertions, deletions,
/// replacements and swaps of neighbors count as differences. If several names are equally close, the one with fewer
/// differences in case is chosen, and then the first one. For names of one or two letters, only the case may differ, so
/// `x` never suggests `y`.
///
/// - Complexity: O(*n* · *k*) for each name of *n* letters within *k* edits. Names of more than 64 letters may come
///   from hostile data, and get no suggestion.
package func nearMiss(_ name: String, in names: some Sequence<String>) -> String? {
  NearMissSearch(name)?.closest(of: names.lazy.map(NearMissSearch.Candidate.init))
}
