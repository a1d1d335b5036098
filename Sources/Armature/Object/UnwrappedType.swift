/// An optional of any type.
private protocol OptionalType {
  static var wrappedType: Any.Type { get }
}

extension Optional: OptionalType {
  fileprivate static var wrappedType: Any.Type { Wrapped.self }
}

/// Returns a type without its optional.
func unwrapped(_ type: Any.Type) -> Any.Type {
  (type as? any OptionalType.Type)?.wrappedType ?? type
}
