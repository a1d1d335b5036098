public import ArmatureModel

/// Issues of model files, and issues about the changes that importing or exporting a model has made.
extension ModelIssue.Code {
  /// The file has an unknown format, is too large, or does not contain a model.
  public static let unreadableModel = Self(rawValue: "unreadableModel")
  /// The file has a binary format. It is a compiled model or was written by Xcode 3.
  public static let binaryModel = Self(rawValue: "binaryModel")
  /// The version was not found. The issue also occurs if the file has several versions and none of them is marked as
  /// current.
  public static let unknownVersion = Self(rawValue: "unknownVersion")
  /// A column type was specified for a column that does not exist.
  public static let unknownColumn = Self(rawValue: "unknownColumn")
  /// A value in the file is not valid in its place.
  public static let invalidMarkup = Self(rawValue: "invalidMarkup")
  /// The file has an unknown element or attribute.
  public static let unknownMarkup = Self(rawValue: "unknownMarkup")
  /// The file has a declaration that Armature does not support. The declaration is kept in the user info.
  public static let keptAsUserInfo = Self(rawValue: "keptAsUserInfo")
  /// The file has a declaration that Armature rejects or cannot express. The model differs from the file in this place.
  public static let changedByImport = Self(rawValue: "changedByImport")
  /// The model has a declaration that Core Data does not support. The written file differs from the model in this
  /// place.
  public static let omittedForXcode = Self(rawValue: "omittedForXcode")
  /// A store has a value that Core Data never writes in that place.
  public static let unreadableValue = Self(rawValue: "unreadableValue")
  /// A foreign key refers to a missing row.
  public static let brokenReference = Self(rawValue: "brokenReference")
}
