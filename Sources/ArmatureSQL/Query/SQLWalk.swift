/// The destination of an expression.
enum SQLWalk {
  case one(SQLTerm)
  case several(SQLToMany)
}
