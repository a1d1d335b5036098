extension FetchPredicate {
  /// Both conditions hold; chains become one list, and `.constant(true)` leaves no trace.
  public static func && (left: FetchPredicate, right: FetchPredicate) -> FetchPredicate {
    switch (left, right) {
    case (.constant(true), let other), (let other, .constant(true)): other
    case (.and(let a), .and(let b)): .and(a + b)
    case (.and(let a), _): .and(a + [right])
    case (_, .and(let b)): .and([left] + b)
    default: .and([left, right])
    }
  }

  /// One of the conditions holds; chains become one list, and `.constant(false)` leaves no trace.
  public static func || (left: FetchPredicate, right: FetchPredicate) -> FetchPredicate {
    switch (left, right) {
    case (.constant(false), let other), (let other, .constant(false)): other
    case (.or(let a), .or(let b)): .or(a + b)
    case (.or(let a), _): .or(a + [right])
    case (_, .or(let b)): .or([left] + b)
    default: .or([left, right])
    }
  }

  /// The condition does not hold; twice negated is not negated.
  public static prefix func ! (predicate: FetchPredicate) -> FetchPredicate {
    switch predicate {
    case .not(let inner): inner
    case .constant(let holds): .constant(!holds)
    default: .not(predicate)
    }
  }
}
