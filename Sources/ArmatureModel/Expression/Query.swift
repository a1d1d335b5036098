/// What stands for an object in an untyped expression.
@dynamicMemberLookup public struct DynamicQuery: Sendable {
  package let path: [String]
  /// The object itself.
  public init() { path = [] }
  package init(path: [String]) { self.path = path }
  /// A property.
  public subscript(dynamicMember name: PropertyName) -> DynamicQuery {
    DynamicQuery(path: path + [name.text])
  }
}
