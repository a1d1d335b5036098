extension String {
  /// The name itself, or if that is taken, the first one with a number behind it that is not: `Cup2`.
  func firstFree(_ isTaken: (String) -> Bool) -> String {
    var (name, number) = (self, 2)
    while isTaken(name) {
      name = "\(self)\(number)"
      number += 1
    }
    return name
  }
}
