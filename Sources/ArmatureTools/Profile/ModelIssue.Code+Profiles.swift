public import ArmatureModel

/// The limits of a ``ModelProfile``'s targets.
extension ModelIssue.Code {
  /// CloudKit does not support unique values.
  public static let cloudKitUniqueness = Self(rawValue: "cloudKitUniqueness")
  /// CloudKit can deliver an object without this value, so it must be optional or have a default.
  public static let cloudKitRequired = Self(rawValue: "cloudKitRequired")
  /// CloudKit can deliver objects in any order, and links them only through an inverse.
  public static let cloudKitInverse = Self(rawValue: "cloudKitInverse")
  /// CloudKit does not keep the order of objects.
  public static let cloudKitOrder = Self(rawValue: "cloudKitOrder")
  /// CloudKit does not support the deny rule.
  public static let cloudKitDenial = Self(rawValue: "cloudKitDenial")
  /// CloudKit does not link objects of different configurations.
  public static let cloudKitConfiguration = Self(rawValue: "cloudKitConfiguration")
  /// A table has too many columns for the database.
  public static let tooManyColumns = Self(rawValue: "tooManyColumns")
  /// A name is too long for the database, which would cut it.
  public static let longName = Self(rawValue: "longName")
  /// A schema cannot express the condition; only a load checks it.
  public static let unsupportedBySchema = Self(rawValue: "unsupportedBySchema")
}
