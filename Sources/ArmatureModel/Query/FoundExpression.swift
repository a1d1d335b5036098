/// An expression that a key path can lead to from `$0`: `\.writer.name`.
///
/// What stands for names that there are not is none: in a key path the compiler does not look whether a
/// member is unavailable.
public protocol FoundExpression: QueryExpression {}
