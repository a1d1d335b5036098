/// A placeholder for an unknown property. The compiler reports its name even if any type is valid.
///
/// The type has no values: each member that returns it is unavailable.
public struct NoSuchProperty {
  private let none: Never
}
