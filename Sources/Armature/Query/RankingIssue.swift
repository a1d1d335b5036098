/// An issue of an order by relevance.
struct RankingIssue: Error {
  let text: String
}
