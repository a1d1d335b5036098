/// A search for the intended spelling of a misspelt name.
struct NearMissSearch {
  private let name: String
  private let wanted: [Unicode.Scalar]

  /// A candidate for comparison, with its letters in lowercase.
  struct Candidate {
    let name: String
    let letters: [Unicode.Scalar]

    init(_ name: String) {
      self.name = name
      letters = Array(name.lowercased().unicodeScalars)
    }
  }

  /// Creates a search. Returns `nil` if the name is empty or too long.
  init?(_ name: String) {
    self.name = name
    wanted = Array(name.lowercased().unicodeScalars)
    if wanted.isEmpty || wanted.count > 64 { return nil }
  }

  func closest(of candidates: some Sequence<Candidate>) -> String? {
    var limit = min(3, wanted.count / 3)
    var table = EditTable()
    var best: (name: String, caseDistance: Int)?
    for candidate in candidates {
      guard let distance = table.distance(wanted, candidate.letters, limit: limit),
        candidate.name != name
      else { continue }
      let caseDistance = zip(name.unicodeScalars, candidate.name.unicodeScalars).count { $0 != $1 }
      if let best, distance == limit, caseDistance >= best.caseDistance { continue }
      limit = distance
      best = (candidate.name, caseDistance)
    }
    return best?.name
  }
}

/// Three rows of an edit distance table, reused for all pairs.
private struct EditTable {
  private var beforeLast: [Int] = []
  private var last: [Int] = []
  private var current: [Int] = []

  /// Returns the number of edits between two texts (optimal string alignment). Returns `nil` if it exceeds the limit.
  mutating func distance(
    _ left: [Unicode.Scalar], _ right: [Unicode.Scalar], limit: Int
  ) -> Int? {
    guard abs(left.count - right.count) <= limit else { return nil }
    // Only cells within `limit` of the diagonal can be within the limit.
    let outside = limit + 1
    if last.count <= right.count {
      let more = Array(repeating: 0, count: right.count + 1 - last.count)
      beforeLast += more
      last += more
      current += more
    }
    for column in 0...right.count { last[column] = min(column, outside) }
    for row in 0..<left.count {
      for column in 0...right.count { current[column] = outside }
      current[0] = min(row + 1, outside)
      var least = current[0]
      for column in max(0, row - limit)..<max(0, row - limit, min(right.count, row + limit + 1)) {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var edits = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          edits = min(edits, beforeLast[column - 1] + 1)
        }
        current[column + 1] = min(edits, outside)
        least = min(least, current[column + 1])
      }
      // A swap refers to the row before the last, and adds to its value.
      if least == outside && !last[0...right.count].contains(where: { $0 < outside }) { return nil }
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }
}

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
