import Armature

/// An object of the entity "Tag".
class Tag: TagProperties {}
