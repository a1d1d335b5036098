import ArmatureModel

extension SchemaNode {
  /// The keywords of a schema that restrict values, in quotes: `"type" and "minimum"`.
  var keywordList: String {
    let words = members.map(\.key).filter {
      !SchemaReader.remarks.contains($0) && !SchemaSubject.silent.contains($0)
    }
    let shown = words.prefix(Self.mostKeywords).map(\.quotedForMessage)
    guard words.count > 1, words.count <= Self.mostKeywords, let last = shown.last else {
      return shown.joined(separator: ", ") + (words.count > Self.mostKeywords ? " and more" : "")
    }
    return shown.dropLast().joined(separator: ", ") + " and \(last)"
  }

  /// The end of a sentence that names the keywords: `, with its "type"`. Empty without keywords.
  var withKeywords: String {
    let list = keywordList
    return list.isEmpty ? "" : ", with its \(list)"
  }

  /// The maximum number of keywords in a message.
  private static let mostKeywords = 6
}
