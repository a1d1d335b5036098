extension Verb {
  static let run = Verb(
    name: "run", summary: "compiles and runs a script of one file",
    operands: [
      Operand(name: "script", help: "a Swift file, or - for standard input"),
      Operand(name: "argument", help: "the arguments of the script", arity: .any),
    ],
    options: [ScriptCompiler.option],
    details: [
      "The compiled program is kept in the user's cache, so only the first run of a script "
        + "takes time to compile it. The exit status is the script's: 1 if it throws, and 65 if "
        + "it does not "
        + "compile. With the first line \"#!/usr/bin/env -S armature run\", a script is a command."
    ],
    examples: [
      Example("armature run shop.swift orders.json", "runs a script with an argument."),
      Example(
        "echo 'import Armature; print(CalendarDate.self)' | armature run -",
        "runs the text from standard input."),
    ],
    passesOn: true,
    work: .alone { call in
      try ScriptCompiler(call).run(Script(call.operands[0]), call.operands)
    })
}
