interface ProgressParts {
  readonly write: (text: string) => void
  readonly isTerminal: boolean
  readonly nowMs: () => number
}

const plainEveryMs = 10_000
/** Progress indicators are not written to logs. */
const bars = /[█░]+ */g

/** Shows progress: a line that is overwritten on a terminal, elsewhere a line every ten seconds. */
export function createProgress({ write, isTerminal, nowMs }: ProgressParts) {
  let shownAtMs = nowMs()
  return function progress(line: string): void {
    if (isTerminal) {
      write(`\r\x1b[K${line}`)
      return
    }
    if (line === '' || nowMs() - shownAtMs < plainEveryMs) return
    shownAtMs = nowMs()
    write(`${line.replaceAll(bars, '')}\n`)
  }
}
