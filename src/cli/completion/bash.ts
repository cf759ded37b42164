import { listPaths, listValueOptions, spacedPath } from './completed-command.ts'
import type { CompletedCommand } from './completed-command.ts'

export function printBash(commands: readonly CompletedCommand[]): string {
  const values = listValueOptions(commands).map(
    ({ pattern, values }) => `    ${pattern}) known='${values.join(' ')}' ;;`,
  )
  const words = commands.map((command) => {
    const all = [...command.children, ...command.options].map(({ word }) => word)
    return `    '${spacedPath(command)}') known='${[...all, ...command.values].join(' ')}' ;;`
  })
  return `# bash completion for weir, printed by "weir completion bash"
_weir() {
  local word known at='' current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
    ${listPaths(commands)}) at="$at $word" ;;
    esac
  done
  case "$at $previous" in
${values.join('\n')}
    *) case "$at" in
${words.join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$known" -- "$current"))
}
complete -o default -F _weir weir`
}
