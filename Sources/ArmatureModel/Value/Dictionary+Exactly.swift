extension [String: Int] {
  /// The value of a key with the very same bytes.
  ///
  /// Names are compared by their bytes wherever they are looked up; `==` on strings would find `é`
  /// written as one scalar by `é` written as two.
  package func value(exactly key: String) -> Int? {
    guard let place = index(forKey: key), self[place].key.utf8.elementsEqual(key.utf8) else {
      return nil
    }
    return self[place].value
  }
}
