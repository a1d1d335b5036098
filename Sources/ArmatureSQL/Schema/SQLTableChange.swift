/// A statement that changes tables, with the evidence of its execution.
package struct SQLTableChange: Hashable, Sendable {
  package let statement: SQLStatement
  package let evidence: SchemaEvidence

  package init(_ statement: SQLStatement, _ evidence: SchemaEvidence) {
    (self.statement, self.evidence) = (statement, evidence)
  }
}
