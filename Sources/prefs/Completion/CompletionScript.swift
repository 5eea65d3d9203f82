/// The script of one shell: it asks the tool what could come next and shows the answer.
struct CompletionScript: Sendable {
  var shell: String
  var text: String

  /// All shells.
  static let all = [bash, zsh, fish]

  private static let bash = CompletionScript(
    shell: "bash",
    text: #"""
      # bash completion of prefs
      _prefs() {
        # COMP_WORDS is cut at : and = too, so the words are taken from the line, with quotes and
        # backslashes read as bash does; nothing is expanded.
        local line=${COMP_LINE:0:COMP_POINT} word= quote= started= letter i
        local -a words=()
        for ((i = 0; i < ${#line}; i++)); do
          letter=${line:i:1}
          if [[ $quote == "'" && $letter != "'" ]]; then
            word+=$letter
          elif [[ $letter == "\\" && $quote != "'" ]]; then
            ((++i))
            word+=${line:i:1} started=1
          elif [[ $letter == "$quote" ]]; then
            quote=
          elif [[ -z $quote && $letter == [\'\"] ]]; then
            quote=$letter started=1
          elif [[ -z $quote && $letter == [[:space:]] ]]; then
            [[ $started ]] && words+=("$word")
            word= started=
          else
            word+=$letter started=1
          fi
        done
        # Of an unquoted word bash replaces only what follows the last : or =.
        local cut= candidate
        [[ -z $quote && $word == *[=:]* ]] && cut=${word%"${word##*[=:]}"}
        COMPREPLY=()
        while IFS= read -r candidate; do
          if [[ $candidate == :file ]]; then
            compopt -o filenames 2>/dev/null
            [[ $word == --*=* ]] && word=${word#*=}
            while IFS= read -r candidate; do
              COMPREPLY+=("$candidate")
            done < <(compgen -f -- "$word")
          elif [[ $candidate != :none ]]; then
            candidate=${candidate%%$'\t'*}
            case $quote in
            \') ;;
            \")
              for letter in '\' '"' '$' '`'; do
                candidate=${candidate//"$letter"/\\"$letter"}
              done
              ;;
            *) printf -v candidate %q "${candidate#"$cut"}" ;;
            esac
            COMPREPLY+=("$candidate")
          fi
        done < <("${words[0]}" __complete "${words[@]:1}" "$word" 2>/dev/null)
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
        answer=("${(@f)$("${(Q)words[1]}" __complete \
          "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
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
        # Of a quote that is still open only what follows it, with no backslashes.
        set -l current (string replace -r -- '^["\']' '' (commandline -ct) | string unescape)
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
