public import Armature
public import Testing

extension ValidationReport: Attachable {
  /// Yields the report as JSON, which can be decoded again.
  public func withUnsafeBytes<Result>(
    for attachment: borrowing Attachment<ValidationReport>,
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    var text = rendered(as: .json)
    return try text.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
  }

  /// The name that is suggested, with `.json` at its end.
  public func preferredName(
    for attachment: borrowing Attachment<ValidationReport>, basedOn suggestedName: String
  ) -> String {
    suggestedName.hasSuffix(".json") ? suggestedName : "\(suggestedName).json"
  }
}

extension ManagedObjectContext: Attachable {
  /// Yields all objects as JSON, which can be loaded again.
  public func withUnsafeBytes<Result>(
    for attachment: borrowing Attachment<ManagedObjectContext>,
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    try Array(try json()).withUnsafeBytes(body)
  }

  /// The name that is suggested, with `.json` at its end.
  public func preferredName(
    for attachment: borrowing Attachment<ManagedObjectContext>, basedOn suggestedName: String
  ) -> String {
    suggestedName.hasSuffix(".json") ? suggestedName : "\(suggestedName).json"
  }
}
