import Testing

@testable import ArmaturePostgreSQL

@Suite struct AddressSchemaTests {
  @Test(
    arguments: [
      ("postgresql://u@h/db?schema=new", "postgresql://u@h/db", "new"),
      ("postgres://h/db?sslmode=require&schema=a%20b", "postgres://h/db?sslmode=require", "a b"),
      ("postgresql://h/db?schema=a&schema=b&x=1", "postgresql://h/db?x=1", "b"),
      ("postgresql://h/db?sslmode=require", "postgresql://h/db?sslmode=require", nil),
      ("postgresql://h/db", "postgresql://h/db", nil), ("host=h schema=new", "host=h", "new"),
      ("host=h password='a schema=b'", "host=h password='a schema=b'", nil),
    ] as [(String, String, String?)])
  func `an address may name the schema`(address: String, rest: String, schema: String?) {
    let parts = PostgreSQLAddress.parts(of: address)
    #expect(parts.address == rest && parts.schema == schema)
    #expect(PostgreSQLStore(address).settings.schema == schema ?? "public")
    #expect(PostgreSQLStore(address, schema: "other").settings.schema == "other")
  }
}
