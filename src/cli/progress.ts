interface ProgressParts {
  readonly write: (text: string) => void
  readonly isTerminal: boolean
}

/** Shows progress as a line that is overwritten; nothing where the output is not a terminal. */
export const createProgress =
  ({ write, isTerminal }: ProgressParts) =>
  (line: string): void => {
    if (isTerminal) write(`\r\x1b[K${line}`)
  }
