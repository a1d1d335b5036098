/// The way in which a full-text index divides text.
///
/// ```swift
/// let found = try context.fetch("Book") { $0.title.search("une", options: .partsOfWords) }
/// print(found.count)  // 1
/// let index = FullText("title", tokenizer: .trigrams)
/// ```
/// Both ways ignore case and diacritics: `Éléonore` has the word `eleonore`. The case is folded as in comparisons with
/// ``FetchPredicate/Options/caseInsensitive``, and diacritics as with ``FetchPredicate/Options/diacriticInsensitive``.
public enum FullTextTokenizer: String, Hashable, Sendable, Codable, CaseIterable {
  /// Words: sequences of letters, digits, and marks that belong to letters. All other characters separate words.
  ///
  /// `don't` has the words `don` and `t`. In scripts without spaces, such as Chinese and Thai, a whole sentence is one
  /// word; use ``trigrams`` for them.
  case words
  /// All sequences of three characters (Unicode scalars), also across words.
  ///
  /// This way finds parts of words, and words in scripts without spaces. Words of one or two characters cannot be
  /// found, so conditions ignore them. The index is several times larger than one of words.
  case trigrams
}
