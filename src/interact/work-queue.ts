/** Runs the work of one session, one after another. */
export interface WorkQueue {
  /** Work that runs or waits. */
  readonly length: number
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** Resolves when what is in the queue now has ended. */
  idle(): Promise<unknown>
}

export function createWorkQueue(): WorkQueue {
  let length = 0
  let previous: Promise<unknown> = Promise.resolve()
  return {
    get length() {
      return length
    },
    idle: () => previous,
    async run(work) {
      length += 1
      const running = previous.then(work)
      previous = running.catch(() => {})
      try {
        return await running
      } finally {
        length -= 1
      }
    },
  }
}
