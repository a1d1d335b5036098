/// What stands for a property that there is not, so that the compiler complains of the name where any type would do.
///
/// There are no values of it: what yields one is unavailable.
public struct NoSuchProperty {
  private let none: Never
}
