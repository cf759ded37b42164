interface Word {
  readonly word: string
  readonly summary: string
}

/** What can follow a command or subcommand on the command line. Texts have no quotes. */
export interface CompletedCommand {
  /** Empty for `weir` itself. */
  readonly path: readonly string[]
  readonly children: readonly Word[]
  readonly options: readonly (Word & {
    readonly short: string | undefined
    readonly takesValue: boolean
    /** Empty when any text or file may follow. */
    readonly values: readonly string[]
  })[]
  /** Known values of its arguments. */
  readonly values: readonly string[]
}

/** The path as the functions of bash and zsh collect it: each word after a space. */
export const spacedPath = ({ path }: CompletedCommand): string =>
  path.map((word) => ` ${word}`).join('')

/** The paths below a command, in the form of `spacedPath`, as alternatives of a `case`. */
export const listPaths = (commands: readonly CompletedCommand[]): string =>
  commands
    .filter(({ path }) => path.length > 0)
    .map((command) => `'${spacedPath(command)}'`)
    .join('|')

/** Options with a value, as `case` has them: `path --option`, also by their short form. */
export const listValueOptions = (
  commands: readonly CompletedCommand[],
): readonly { readonly pattern: string; readonly values: readonly string[] }[] =>
  commands.flatMap((command) =>
    command.options
      .filter(({ takesValue }) => takesValue)
      .map(({ word, short, values }) => ({
        pattern: [word, ...(short === undefined ? [] : [short])]
          .map((flag) => `'${spacedPath(command)} ${flag}'`)
          .join('|'),
        values,
      })),
  )
