/// A placeholder for an unknown name in a condition. It makes the compiler report only the unknown name, and no errors
/// that follow from it.
///
/// No value of this type exists, because each member that returns it is unavailable.
@dynamicMemberLookup public struct NoSuchMember: DynamicQueryExpression {
  private let none: Never

  /// Never called, because no value of this type exists.
  public var fetchExpression: FetchExpression {
    switch none {}
  }

  /// Returns a placeholder for a member of an unknown member.
  public subscript(dynamicMember name: String) -> NoSuchMember { self }
}
