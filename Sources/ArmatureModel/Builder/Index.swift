/// An index over one or several properties: `Index("name", "born")`.
public struct Index: Sendable {
  let member: EntityMember

  /// Declares an index; `predicate` limits it to some rows.
  public init(
    _ properties: String..., ascending: Bool = true, kind: IndexDescription.Kind = .binary,
    where predicate: FetchPredicate? = nil, file: String = #fileID, line: Int = #line
  ) {
    let elements = properties.map {
      IndexDescription.Element($0, isAscending: ascending, kind: kind)
    }
    member = .index(
      IndexDescription(
        elements, where: predicate, site: DeclarationSite(file: file, line: line)))
  }
}
