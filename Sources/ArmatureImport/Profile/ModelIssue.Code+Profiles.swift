public import ArmatureModel

/// The limits of a ``ModelProfile``'s targets.
extension ModelIssue.Code {
  /// CloudKit does not support unique values.
  public static let cloudKitUniqueness = Self(rawValue: "cloudKitUniqueness")
  /// CloudKit may deliver an object without this value. The value must therefore be optional or have a default.
  public static let cloudKitRequired = Self(rawValue: "cloudKitRequired")
  /// CloudKit delivers objects in any order. It can link an object only if the relationship has an inverse.
  public static let cloudKitInverse = Self(rawValue: "cloudKitInverse")
  /// CloudKit does not keep the order of objects.
  public static let cloudKitOrder = Self(rawValue: "cloudKitOrder")
  /// CloudKit does not support the deny rule.
  public static let cloudKitDenial = Self(rawValue: "cloudKitDenial")
  /// CloudKit does not link objects of different configurations.
  public static let cloudKitConfiguration = Self(rawValue: "cloudKitConfiguration")
  /// A table has too many columns for the database.
  public static let tooManyColumns = Self(rawValue: "tooManyColumns")
  /// A name is too long for the database, which would shorten it.
  public static let longName = Self(rawValue: "longName")
  /// A schema cannot express a condition, so only a load checks it.
  public static let unsupportedBySchema = Self(rawValue: "unsupportedBySchema")
}
