public import ArmatureModel

extension FetchedResults {
  /// Objects of a list, one behind the other, that agree in the value of the section key path.
  ///
  /// ```swift
  /// let results = try FetchedResults(
  ///   FetchRequest("Book", orderedBy: [.ascending("title")]), in: context, sectionedBy: "author.name")
  /// for section in results.sections { print(section.name, section.objects.count) }
  /// ```
  public struct Section {
    /// The value that the objects agree in; `null` where they have none, and in a list without sections.
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

    /// The first letter of the name, in upper case, for an index at the side of a list; empty without a name.
    public var indexTitle: String { name.first?.uppercased() ?? "" }
  }
}
