/// Returns the name that was probably intended, or `nil` if none of the names is similar enough.
///
/// A name is similar if at most three letters differ, and not more than a third of all letters. Inserting, deleting or
/// replacing a letter counts as one difference, and so does swapping two neighbors. For names of one or two letters,
/// only the case may differ, so `x` never suggests `y`.
///
/// If several names have the same number of differences, the function prefers the name with fewer differences in case,
/// and then the first one.
///
/// - Complexity: O(*n* · *k*) for each name of *n* letters within *k* edits. Names of more than 64 letters get no
///   suggestion, because they may come from hostile data.
package func nearMiss(_ name: String, in names: some Sequence<String>) -> String? {
  NearMissSearch(name)?.closest(of: names.lazy.map(NearMissSearch.Candidate.init))
}
