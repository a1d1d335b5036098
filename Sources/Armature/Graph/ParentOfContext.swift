/// A store that is the parent of a context.
protocol ParentOfContext: PersistentStore {}
