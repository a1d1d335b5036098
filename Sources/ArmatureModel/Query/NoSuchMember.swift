/// A placeholder for an unknown name, so that the compiler reports only the name.
///
/// The type has no values: each member that returns it is unavailable.
@dynamicMemberLookup public struct NoSuchMember: DynamicQueryExpression {
  private let none: Never

  /// Never called, since the type has no values.
  public var fetchExpression: FetchExpression {
    switch none {}
  }

  /// The member of an unknown member, which is also unknown.
  public subscript(dynamicMember name: String) -> NoSuchMember { self }
}
