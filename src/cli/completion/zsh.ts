import { listPaths, listValueOptions, spacedPath } from './completed-command.ts'
import type { CompletedCommand } from './completed-command.ts'

export function printZsh(commands: readonly CompletedCommand[]): string {
  const values = listValueOptions(commands).map(
    ({ pattern, values }) => `    (${pattern}) found=(${values.join(' ')}) ;;`,
  )
  const words = commands.map((command) => {
    const items = [...command.children, ...command.options].map(
      ({ word, summary }) => `'${word}:${summary.replaceAll(':', '\\:')}'`,
    )
    return `    ('${spacedPath(command)}') found=(${[...items, ...command.values].join(' ')}) ;;`
  })
  return `#compdef weir
# zsh completion for weir, printed by "weir completion zsh"
_weir() {
  local word at=''
  local -a found
  for word in \${words[2,CURRENT-1]}; do
    case "$at $word" in
    (${listPaths(commands)}) at="$at $word" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${values.join('\n')}
    (*) case "$at" in
${words.join('\n')}
    esac ;;
  esac
  _describe weir found || _files
}
if [ "\${funcstack[1]}" = _weir ]; then _weir "$@"; else compdef _weir weir; fi`
}
