extension String {
  /// Returns the name, or if it is taken, the first free name with a number appended: `Cup2`.
  func firstFree(_ isTaken: (String) -> Bool) -> String {
    var (name, number) = (self, 2)
    while isTaken(name) {
      name = "\(self)\(number)"
      number += 1
    }
    return name
  }
}
