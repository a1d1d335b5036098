extension String {
  /// Returns the name if it is not used yet. Otherwise a number is appended: `Cup2`.
  package func firstFree(_ isTaken: (String) -> Bool) -> String {
    var (name, number) = (self, 2)
    while isTaken(name) {
      name = "\(self)\(number)"
      number += 1
    }
    return name
  }
}
