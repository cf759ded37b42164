import type { CompletedCommand } from './completed-command.ts'

export function printFish(commands: readonly CompletedCommand[]): string {
  return [
    '# fish completion for weir, printed by "weir completion fish"',
    'complete -c weir -f',
    ...commands.flatMap(printCommand),
  ].join('\n')
}

const complete = (conditions: readonly string[], rest: string) =>
  `complete -c weir -n '${conditions.join('; and ')}' ${rest}`

function printCommand({ path, children, options, values }: CompletedCommand): string[] {
  const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`)
  const names = children.map(({ word }) => word).join(' ')
  const before = path.length === 0 ? ['__fish_use_subcommand'] : seen
  const unseen = `not __fish_seen_subcommand_from ${names}`
  const next = path.length === 0 || names === '' ? before : [...before, unseen]
  return [
    ...children.map(({ word, summary }) => complete(next, `-a ${word} -d '${summary}'`)),
    ...values.map((value) => complete(before, `-a ${value}`)),
    ...options.map(({ word, short, summary, takesValue, values }) => {
      const flags = `-l ${word.slice(2)}${short === undefined ? '' : ` -s ${short.slice(1)}`}`
      const value = values.length > 0 ? ` -x -a '${values.join(' ')}'` : takesValue ? ' -r -F' : ''
      return complete(before, `${flags}${value} -d '${summary}'`)
    }),
  ]
}
