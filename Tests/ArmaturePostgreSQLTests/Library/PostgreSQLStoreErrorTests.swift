import Testing

@testable import ArmaturePostgreSQL

@Suite struct PostgreSQLStoreErrorTests {
  @Test func `a lost connection names its cause without a remedy`() {
    let causes: [PostgreSQLStoreError] = [
      .timedOut(server: "a", step: "answer"), .noConnection(server: "a", message: "b"),
      .connectionLost(server: "a", message: "b"),
      .database(server: "a", state: "57P01", message: "b", constraint: nil),
    ]
    #expect(
      causes.map(\.reason) == ["it did not answer within the timeout of the store", "b", "b", "b"])
  }
}
