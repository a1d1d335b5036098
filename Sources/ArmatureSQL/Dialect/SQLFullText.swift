package import ArmatureModel

/// An index of the words in some texts of a table, and of rows to which to-one relationships lead.
package struct SQLFullText: Hashable, Sendable {
  /// The name of the index.
  package let name: String
  /// The position of the table.
  package let table: Int
  /// The entity that declares the index.
  package let entity: String
  /// The entities that the index covers; `nil` for all of the table.
  package let entities: [String]?
  package let texts: [Text]
  package let tokenizer: FullTextTokenizer

  /// A text of the index.
  package struct Text: Hashable, Sendable {
    /// The property as the model names it.
    package let property: String
    /// The links that lead to the row of the text; empty for a text of the row itself.
    package let links: [Link]
    /// The column of the text.
    package let column: Int
    package let weight: Double
  }

  /// A step to another row.
  package struct Link: Hashable, Sendable {
    /// The position of the table with the column.
    package let table: Int
    /// The column of the key.
    package let column: Int
    /// The position of the table that it leads to.
    package let destination: Int
  }
}
