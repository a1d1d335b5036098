public import Armature
public import Testing

extension ValidationReport: Attachable {
  /// Calls a closure with the report as JSON. You can decode the report from this JSON.
  public func withUnsafeBytes<Result>(
    for attachment: borrowing Attachment<ValidationReport>,
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    var text = rendered(as: .json)
    return try text.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
  }

  /// Returns the suggested name with the extension `.json`.
  public func preferredName(
    for attachment: borrowing Attachment<ValidationReport>, basedOn suggestedName: String
  ) -> String {
    suggestedName.hasSuffix(".json") ? suggestedName : "\(suggestedName).json"
  }
}

extension ManagedObjectContext: Attachable {
  /// Calls a closure with all objects as JSON. You can load the objects from this JSON.
  public func withUnsafeBytes<Result>(
    for attachment: borrowing Attachment<ManagedObjectContext>,
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    try Array(try json()).withUnsafeBytes(body)
  }

  /// Returns the suggested name with the extension `.json`.
  public func preferredName(
    for attachment: borrowing Attachment<ManagedObjectContext>, basedOn suggestedName: String
  ) -> String {
    suggestedName.hasSuffix(".json") ? suggestedName : "\(suggestedName).json"
  }
}
