/** Tells those of this process who wait that there may be something to do; those of others look by themselves. */
export interface Bell {
  ring(): void
  /** Resolves when it rings next. */
  rung(): Promise<void>
}

export function createBell(): Bell {
  let next = Promise.withResolvers<void>()
  return {
    ring() {
      next.resolve()
      next = Promise.withResolvers<void>()
    },
    rung: () => next.promise,
  }
}
