public import ArmatureModel

/// What is wrong with files of models, and what importing or writing one has changed.
extension ModelIssue.Code {
  /// The file is in no form that is read, is too large, or is no model.
  public static let unreadableModel = Self(rawValue: "unreadableModel")
  /// The file is in a binary format: that of Xcode 3, or a compiled model.
  public static let binaryModel = Self(rawValue: "binaryModel")
  /// There are several versions and none is said to be the current one, or there is none of a name.
  public static let unknownVersion = Self(rawValue: "unknownVersion")
  /// A type is given for a column that does not exist.
  public static let unknownColumn = Self(rawValue: "unknownColumn")
  /// A value in the file is none of those that it may have there.
  public static let invalidMarkup = Self(rawValue: "invalidMarkup")
  /// The file has an element or an attribute that is not known.
  public static let unknownMarkup = Self(rawValue: "unknownMarkup")
  /// The file has a word that Armature has not; it is kept in the user info.
  public static let keptAsUserInfo = Self(rawValue: "keptAsUserInfo")
  /// The file says what Armature refuses or cannot say; the model differs there from it.
  public static let changedByImport = Self(rawValue: "changedByImport")
  /// Armature has a word that Core Data has not; the file that was written differs there from the model.
  public static let leftOutForXcode = Self(rawValue: "leftOutForXcode")
  /// A store has a value where Core Data writes none of its kind.
  public static let unreadableValue = Self(rawValue: "unreadableValue")
  /// A key in a row leads to no row of the table that it refers to.
  public static let brokenReference = Self(rawValue: "brokenReference")
}
