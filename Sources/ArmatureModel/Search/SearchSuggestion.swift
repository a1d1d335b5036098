/// A word that starts like a search, and occurs in the texts of objects.
///
/// ```swift
/// for suggestion in try context.suggestions(for: "her", in: "Book") {
///   print(suggestion.word, suggestion.count)  // herbert 1
/// }
/// ```
public struct SearchSuggestion: Hashable, Sendable {
  /// The word without case and diacritics, as a full-text index has it.
  public let word: String
  /// The number of objects with the word.
  public let count: Int

  package init(word: String, count: Int) { (self.word, self.count) = (word, count) }
}

extension [SearchSuggestion] {
  /// The most frequent suggestions. Those with the same count are in the order of their bytes.
  package func best(_ limit: Int) -> [SearchSuggestion] {
    let sorted = sorted { left, right in
      left.count != right.count
        ? left.count > right.count : left.word.utf8.lexicographicallyPrecedes(right.word.utf8)
    }
    return Array(sorted.prefix(Swift.max(0, limit)))
  }
}
