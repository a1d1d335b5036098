/// What stands for a name that there is not, so that the compiler complains of the name and nothing else.
///
/// There are no values of it: each member that yields one is unavailable.
@dynamicMemberLookup public struct NoSuchMember: DynamicQueryExpression {
  private let none: Never

  /// None: there are no values.
  public var fetchExpression: FetchExpression {
    switch none {}
  }

  /// What stands behind an unknown name is unknown, too.
  public subscript(dynamicMember name: String) -> NoSuchMember { self }
}
