// A stand-in for CoreFoundation's run loops, as Swift imports CoreFoundation/CFRunLoop.h. The same header is public in
// swift-corelibs-foundation, Sources/CoreFoundation/include/CFRunLoop.h.
func absent() -> Never { fatalError("a stand-in has no code") }

public typealias CFOptionFlags = UInt
public typealias CFIndex = Int
public final class CFAllocator { init() {} }
public final class CFRunLoop { init() {} }
public final class CFRunLoopObserver { init() {} }
public struct CFRunLoopMode: RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let commonModes = CFRunLoopMode(rawValue: "kCFRunLoopCommonModes")
}
public struct CFRunLoopActivity: OptionSet, Sendable {
  public let rawValue: CFOptionFlags
  public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }
  public static var beforeWaiting: CFRunLoopActivity { .init(rawValue: 1 << 5) }
  public static var exit: CFRunLoopActivity { .init(rawValue: 1 << 7) }
}
public func CFRunLoopGetMain() -> CFRunLoop! { absent() }
public func CFRunLoopObserverCreateWithHandler(
  _ allocator: CFAllocator!, _ activities: CFOptionFlags, _ repeats: Bool, _ order: CFIndex,
  _ block: ((CFRunLoopObserver?, CFRunLoopActivity) -> Void)!
) -> CFRunLoopObserver! { absent() }
public func CFRunLoopObserverInvalidate(_ observer: CFRunLoopObserver!) { absent() }
public func CFRunLoopAddObserver(
  _ rl: CFRunLoop!, _ observer: CFRunLoopObserver!, _ mode: CFRunLoopMode!
) { absent() }
