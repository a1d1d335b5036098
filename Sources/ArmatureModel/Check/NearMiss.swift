/// The name that somebody probably meant: the closest of some names, if one is close enough.
///
/// Close is a third of the letters, three at most, counting insertions, deletions, replacements and
/// swaps of neighbours; case counts only among equally close names. Of those left the first wins.
/// Names of one or two letters are only ever misspelt in case, so `x` is never taken for `y`.
///
/// - Complexity: O(*n* · *k*) per name of *n* letters within *k* edits; names over 64 letters,
///   which hostile data may hold, have no near miss.
package func nearMiss(_ name: String, in names: some Sequence<String>) -> String? {
  let wanted = Array(name.lowercased().unicodeScalars)
  guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
  var limit = min(3, wanted.count / 3)
  var best: (name: String, caseDistance: Int)?
  for candidate in names where candidate != name {
    let letters = Array(candidate.lowercased().unicodeScalars)
    guard let distance = editDistance(wanted, letters, limit: limit) else { continue }
    let caseDistance = zip(name.unicodeScalars, candidate.unicodeScalars).count { $0 != $1 }
    if let best, distance == limit, caseDistance >= best.caseDistance { continue }
    limit = distance
    best = (candidate, caseDistance)
  }
  return best?.name
}

/// The number of edits between two texts (optimal string alignment); `nil` beyond the limit.
private func editDistance(
  _ left: [Unicode.Scalar], _ right: [Unicode.Scalar], limit: Int
) -> Int? {
  guard abs(left.count - right.count) <= limit else { return nil }
  // Only a band of `limit` cells around the diagonal can lie within the limit.
  let outside = limit + 1
  var beforeLast: [Int] = []
  var last = (0...right.count).map { min($0, outside) }
  for row in 0..<left.count {
    var current = [Int](repeating: outside, count: right.count + 1)
    current[0] = min(row + 1, outside)
    for column in max(0, row - limit)..<max(0, row - limit, min(right.count, row + limit + 1)) {
      let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
      var edits = min(replaced, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        edits = min(edits, beforeLast[column - 1] + 1)
      }
      current[column + 1] = min(edits, outside)
    }
    beforeLast = last
    last = current
  }
  return last[right.count] <= limit ? last[right.count] : nil
}
