/// An expression that can be the end of a key path from `$0`: `\.writer.name`.
///
/// Placeholders for unknown names do not conform, since the compiler does not check in a key path whether a member is
/// unavailable.
public protocol KeyPathExpression: QueryExpression {}
