/// An expression that can be the end of a key path from `$0`, such as `\.writer.name`.
///
/// Placeholders for unknown names do not conform to this protocol. Within a key path, the compiler does not check
/// whether a member is unavailable.
public protocol KeyPathExpression: QueryExpression {}
