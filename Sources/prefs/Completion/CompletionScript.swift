/// The script of one shell: it asks the tool what could come next and shows the answer.
struct CompletionScript: Sendable {
  var shell: String
  var text: String

  /// All shells.
  static let all = [bash, zsh, fish]

  // COMP_WORDS is cut at `=` and `:` (COMP_WORDBREAKS), so the words are taken from the line; and
  // of a word with such a character bash replaces only what follows the last one.
  private static let bash = CompletionScript(
    shell: "bash",
    text: #"""
      # bash completion of prefs
      _prefs() {
        local line=${COMP_LINE:0:COMP_POINT} IFS=$' \t\n' current answer candidate
        local -a words=()
        COMPREPLY=()
        # Quotes and backslashes are read as the shell would, expansions are not made.
        while [[ $line =~ ^[[:space:]]*(([^[:space:]\'\"\\]|\\.|\'[^\']*\'?|\"([^\"\\]|\\.)*\"?)+)(.*)$ ]]; do
          words+=("${BASH_REMATCH[1]}")
          line=${BASH_REMATCH[4]}
        done
        [[ ${COMP_LINE:0:COMP_POINT} == *[[:space:]] && ! ${words[-1]-} =~ [[:space:]]$ ]] && words+=("")
        current=${words[-1]-}
        local -a plain=()
        local word
        for word in "${words[@]:1}"; do
          word=${word//\\/}
          word=${word//\"/}
          plain+=("${word//\'/}")
        done
        local last=${plain[-1]-} cut=
        [[ $current == *[=:]* && $current != *[\"\']* ]] && cut=${last%"${last##*[=:]}"}
        while IFS= read -r candidate; do
          case $candidate in
          :none) continue ;;
          :file)
            compopt -o filenames 2>/dev/null
            [[ $last == --*=* ]] && last=${last#*=}
            while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done < <(compgen -f -- "$last")
            continue ;;
          esac
          candidate=${candidate%%$'\t'*}
          candidate=${candidate#"$cut"}
          case $current in
          *[\"\']*) COMPREPLY+=("$candidate") ;;
          *) COMPREPLY+=("$(printf %q "$candidate")") ;;
          esac
        done < <("${words[0]}" __complete "${plain[@]}" 2>/dev/null)
      }
      complete -F _prefs prefs

      """#)

  private static let zsh = CompletionScript(
    shell: "zsh",
    text: #"""
      #compdef prefs
      # zsh completion of prefs
      _prefs() {
        local -a answer candidates
        local line
        answer=("${(@f)$("${(Q)words[1]}" __complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
        for line in "${(@)answer[2,-1]}"; do
          [[ -n $line ]] && candidates+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
        done
        (( $#candidates )) && _describe -t words 'prefs' candidates
        if [[ $answer[1] == :file ]]; then
          [[ $PREFIX == --*=* ]] && compset -P '*='
          _files
        fi
      }
      if [[ ${funcstack[1]} == _prefs ]]; then
        _prefs "$@"
      else
        (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
        compdef _prefs prefs
      fi

      """#)

  private static let fish = CompletionScript(
    shell: "fish",
    text: #"""
      # fish completion of prefs
      function __prefs_complete
        set -l words (commandline -opc)
        set -l current (commandline -ct)
        set -l answer ($words[1] __complete $words[2..-1] "$current" 2>/dev/null)
        printf '%s\n' $answer[2..-1]
        if test "$answer[1]" = :file
          set -l prefix (string match -r -- '^--[^=]*=' "$current")
          for path in (__fish_complete_path (string replace -r -- '^--[^=]*=' '' "$current"))
            printf '%s\n' "$prefix$path"
          end
        end
      end
      complete -c prefs -f -a '(__prefs_complete)'

      """#)
}
