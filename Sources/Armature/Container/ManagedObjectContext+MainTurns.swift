#if canImport(Darwin)
  import CoreFoundation

  extension ManagedObjectContext {
    /// Processes pending changes at the end of each turn of the main run loop, as long as the context exists.
    @MainActor func processPendingChangesEachTurn() {
      let ends = CFRunLoopActivity.beforeWaiting.rawValue | CFRunLoopActivity.exit.rawValue
      let observer = CFRunLoopObserverCreateWithHandler(nil, ends, true, 0) {
        [weak self] observer, _ in
        if let self {
          processPendingChanges()
        } else {
          CFRunLoopObserverInvalidate(observer)
        }
      }
      CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
    }
  }
#endif
