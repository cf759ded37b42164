interface ProgressParts {
  readonly write: (text: string) => void
  readonly isTerminal: boolean
  readonly nowMs: () => number
}

const plainEveryMs = 10_000
/** Pictures of progress mean nothing in a log. */
const bars = /[█░]+ */g

/** Shows how far something is: a line that replaces itself on a terminal, a plain line every ten seconds elsewhere. */
export function createProgress({ write, isTerminal, nowMs }: ProgressParts) {
  let toldMs = nowMs()
  return function progress(line: string): void {
    if (isTerminal) {
      write(`\r\x1b[K${line}`)
      return
    }
    if (line === '' || nowMs() - toldMs < plainEveryMs) return
    toldMs = nowMs()
    write(`${line.replaceAll(bars, '')}\n`)
  }
}
