// `import Armature` is all that a script needs: the words of the model come with the runtime.
@_exported public import ArmatureModel
