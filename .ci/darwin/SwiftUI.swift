// A stand-in for the parts of SwiftUI that the sample uses, with the signatures of
// developer.apple.com/documentation/swiftui, where each declaration has the same name. FetchRequest and FetchedResults
// are Core Data's, which the sample must distinguish from the library's.
@_exported public import Observation

func absent() -> Never { fatalError("a stand-in has no code") }

// View, ViewBuilder, Never
@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: View {
  public var body: Never { absent() }
}
public struct TupleView<Content>: View {
  public typealias Body = Never
  public var body: Never { absent() }
}
@resultBuilder public struct ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { absent() }
}

// FetchRequest, FetchedResults
public protocol NSFetchRequestResult {}
@MainActor @preconcurrency @propertyWrapper public struct FetchRequest<Result: NSFetchRequestResult> {
  public init(entity: String) { absent() }
  public var wrappedValue: FetchedResults<Result> { absent() }
}
public struct FetchedResults<Result: NSFetchRequestResult> {}

// State, Binding, Bindable
@propertyWrapper public struct State<Value> {
  public init(wrappedValue value: Value) { absent() }
  public init(initialValue value: Value) { absent() }
  public var wrappedValue: Value {
    get { absent() }
    nonmutating set { absent() }
  }
  public var projectedValue: Binding<Value> { absent() }
}
@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) { absent() }
  public var wrappedValue: Value {
    get { absent() }
    nonmutating set { absent() }
  }
  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { absent() }
}
@propertyWrapper @dynamicMemberLookup public struct Bindable<Value> {
  @available(*, unavailable, message: "The wrapped value must be an object that conforms to Observable")
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var wrappedValue: Value
  public var projectedValue: Bindable<Value> { self }
}
extension Bindable where Value: AnyObject {
  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { absent() }
}
extension Bindable where Value: AnyObject, Value: Observable {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

// List, ForEach, DynamicViewContent
public struct List<Content: View>: View {
  public init(@ViewBuilder content: () -> Content) { absent() }
  public var body: Never { absent() }
}
public protocol DynamicViewContent: View {}
public struct ForEach<Data: RandomAccessCollection, Content: View>: DynamicViewContent {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable { absent() }
  public var body: Never { absent() }
}
public struct IndexSet: Sequence, IteratorProtocol {
  public mutating func next() -> Int? { absent() }
}
extension DynamicViewContent {
  public func onDelete(perform action: Optional<(IndexSet) -> Void>) -> some DynamicViewContent { self }
}

// Button, TextField, Stepper, toolbar(content:)
public struct Button: View {
  public init<Title: StringProtocol>(_ title: Title, action: @escaping @MainActor () -> Void) { absent() }
  public var body: Never { absent() }
}
public struct TextField: View {
  public init<Title: StringProtocol>(_ title: Title, text: Binding<String>) { absent() }
  public var body: Never { absent() }
}
public struct Stepper: View {
  public init<Title: StringProtocol, Value: Strideable>(
    _ title: Title, value: Binding<Value>, in bounds: ClosedRange<Value>
  ) { absent() }
  public var body: Never { absent() }
}
extension View {
  public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View { self }
}
