public import ArmatureModel

extension FetchedResults {
  /// The objects of a list that have the same value for the section key path.
  ///
  /// ```swift
  /// let results = try FetchedResults(
  ///   FetchRequest("Book", orderedBy: [.ascending("title")]), in: context, sectionedBy: "author.name")
  /// for section in results.sections { print(section.name, section.objects.count) }
  /// ```
  public struct Section {
    /// The common value of the objects. It is `null` if the objects have no value, and in a list without sections.
    public let value: AttributeValue
    /// The objects, in the order of the list.
    public let objects: ArraySlice<Object>

    /// The value as text. The text is empty if the value is `null`.
    public var name: String {
      switch value {
      case .null: ""
      case .string(let text): text
      default: "\(value)"
      }
    }

    /// The first letter of the name in upper case, for an index of the list.
    ///
    /// The title is empty if the name is empty.
    public var indexTitle: String { name.first?.uppercased() ?? "" }
  }
}
