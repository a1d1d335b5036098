/// The layout of a schema type. Typed views use it to find properties without loading their names.
///
/// For the compiler, the key path of a typed member is a constant offset, and the type of the schema is a constant
/// address. Their sum identifies the property and costs only one instruction, so an access takes 1.4 ns, or 2 ns in a
/// loop. Loading the name from the schema costs more, because the schema is a lazy global: an access would take 2.1 ns,
/// or 20 ns in a loop.
package struct SchemaShape: Sendable {
  /// An attribute of the schema.
  package struct Member: Sendable {
    package let name: String
    package let key: UInt64
    package let kind: StorageKind
  }

  package let members: [Member]
  /// The issues of the schema type itself.
  let issues: [SchemaIssue]
}

extension SchemaShape: Hashable, Codable {
  /// Layouts are not part of the model's content.
  package static func == (left: SchemaShape, right: SchemaShape) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
  package init(from decoder: any Decoder) throws {
    members = []
    issues = []
  }
  package func encode(to encoder: any Encoder) throws { _ = encoder.singleValueContainer() }
}
