import { setTimeout as sleep } from 'node:timers/promises'

/** Copies that this process stores now, by their names: whoever asks for one waits for it a little. */
export interface CopiesBeingStored {
  wait(name: string): Promise<void>
  /** Notes it until `stored` has ended. */
  add(name: string, stored: Promise<unknown>): Promise<void>
}

/** Longer than a disk takes; a bucket that does not answer holds up nobody. */
const waitMsMax = 1_000

export function createCopiesBeingStored(): CopiesBeingStored {
  const byName = new Map<string, Promise<void>>()
  return {
    async wait(name) {
      const ended = byName.get(name)
      if (!ended) return
      const late = new AbortController()
      await Promise.race([ended, sleep(waitMsMax, undefined, late).catch(doNothing)])
      late.abort()
    },
    async add(name, stored) {
      const ended = stored.then(doNothing, doNothing)
      byName.set(name, ended)
      try {
        await stored
      } finally {
        if (byName.get(name) === ended) byName.delete(name)
      }
    },
  }
}

const doNothing = () => {}
