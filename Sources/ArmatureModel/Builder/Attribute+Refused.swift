// Words of other frameworks that the compiler answers with the right one. None shares its name with a
// word that exists: an overload more would slow every declaration down.

extension Attribute {
  /// Refuses a word; the type says it.
  @available(*, unavailable, message: "the type says so: write String?.self for String.self")
  public func optional() -> Self { self }

  /// Refuses a word; the type says it.
  @available(*, unavailable, message: "the type says so: String.self is required, String?.self not")
  public func required() -> Self { self }
}

extension Relationship {
  /// Refuses a word; the arity says it.
  @available(*, unavailable, message: "the arity says so: write .ordered in place of .toMany")
  public func ordered() -> Self { self }

  /// Refuses a word; it is what relationships are.
  @available(*, unavailable, message: "a relationship is optional unless it is required()")
  public func optional() -> Self { self }
}

extension ToMany {
  /// Refuses a word; an argument says it.
  @available(*, unavailable, message: "an argument says so: write ToMany(ordered: true)")
  public func ordered() -> Self { self }
}
