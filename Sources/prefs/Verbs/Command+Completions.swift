extension Command {
  static let completions = Command(
    name: "completions",
    abstract: "Print the script that completes command lines in a shell",
    discussion: """
      Verbs, options, types, files and the names in the store are completed. For the running \
      shell only:

        bash  source <(prefs completions bash)
        zsh   source <(prefs completions zsh)
        fish  prefs completions fish | source

      For every shell to come, write the script to \
      ~/.local/share/bash-completion/completions/prefs, to a file _prefs in a folder of zsh's \
      fpath, or to ~/.config/fish/completions/prefs.fish.
      """,
    arguments: [
      Argument(
        "SHELL", .choice(CompletionScript.all.map { ($0.shell, "The script for \($0.shell)") }),
        CompletionScript.all.map(\.shell).joined(separator: ", "))
    ],
    examples: [.init("source <(prefs completions bash)", "Complete in this bash from now on")]
  ) { invocation in
    for script in CompletionScript.all where script.shell == invocation.arguments.first {
      try invocation.console.write(Array(script.text.utf8))
    }
    return .done
  }
}
