/// What an expression leads to.
enum SQLWalk {
  case one(SQLTerm)
  case several(SQLSeveral)
}
