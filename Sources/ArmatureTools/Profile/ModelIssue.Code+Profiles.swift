public import ArmatureModel

/// What targets of a ``ModelProfile`` cannot hold.
extension ModelIssue.Code {
  /// CloudKit knows no unique values.
  public static let cloudKitUniqueness = Self(rawValue: "cloudKitUniqueness")
  /// CloudKit may bring an object without the value, which is neither optional nor has a default.
  public static let cloudKitRequired = Self(rawValue: "cloudKitRequired")
  /// CloudKit may bring objects in any order, and needs an inverse to link them.
  public static let cloudKitInverse = Self(rawValue: "cloudKitInverse")
  /// CloudKit keeps no order of objects.
  public static let cloudKitOrder = Self(rawValue: "cloudKitOrder")
  /// CloudKit forbids no deletion.
  public static let cloudKitDenial = Self(rawValue: "cloudKitDenial")
  /// CloudKit links no objects of different configurations.
  public static let cloudKitConfiguration = Self(rawValue: "cloudKitConfiguration")
  /// A table would have more columns than the database takes.
  public static let tooManyColumns = Self(rawValue: "tooManyColumns")
  /// The database would cut a name.
  public static let longName = Self(rawValue: "longName")
  /// A schema of documents cannot say it.
  public static let leftToLoad = Self(rawValue: "leftToLoad")
}
