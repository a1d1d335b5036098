public import ArmatureModel

extension FetchedResults {
  /// The consecutive objects of a list that have the same value for the section key path.
  ///
  /// ```swift
  /// let results = try FetchedResults(
  ///   FetchRequest("Book", orderedBy: [.ascending("title")]), in: context, sectionedBy: "author.name")
  /// for section in results.sections { print(section.name, section.objects.count) }
  /// ```
  public struct Section {
    /// The common value of the objects; `null` if it is missing, and in a list without sections.
    public let value: AttributeValue
    /// The objects, in the order of the list.
    public let objects: ArraySlice<Object>

    /// The value as text; empty for `null`.
    public var name: String {
      switch value {
      case .null: ""
      case .string(let text): text
      default: "\(value)"
      }
    }

    /// The first letter of the name in upper case, for an index of the list; empty without a name.
    public var indexTitle: String { name.first?.uppercased() ?? "" }
  }
}
