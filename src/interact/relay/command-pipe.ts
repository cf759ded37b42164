import type { Writable } from 'node:stream'

/** The pipe through which the browser takes commands. */
export interface CommandPipe {
  /** Writes a message. Calls back when the browser has taken it. */
  write(head: string, rest: string | Uint8Array, done?: () => void): void
  /** Whether so much waits for the browser that clients should send nothing. */
  readonly isFull: boolean
}

const backlogBytesMax = 1_024 ** 2

/** Calls `onFull` when too much waits, and `onFree` when the browser has taken it. */
export function createCommandPipe(
  pipe: Writable,
  { onFull, onFree }: { readonly onFull: () => void; readonly onFree: () => void },
): CommandPipe {
  let isFull = false
  pipe.on('drain', () => {
    if (!isFull) return
    isFull = false
    onFree()
  })
  return {
    get isFull() {
      return isFull
    },
    write(head, rest, done) {
      if (typeof rest === 'string') pipe.write(`${head}${rest}\0`, done)
      else {
        // A long one is not copied.
        pipe.write(head)
        pipe.write(rest)
        pipe.write('\0', done)
      }
      if (isFull || pipe.writableLength <= backlogBytesMax) return
      isFull = true
      onFull()
    },
  }
}
