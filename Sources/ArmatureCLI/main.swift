import ArmatureCommands

ArmatureTool.main()
