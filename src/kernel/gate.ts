/** Lets a bounded number in at once; the others wait in the order they came. */
export interface Gate {
  /** Answers the way out, to be called once. Throws the reason of the signal, or at once when the queue is full. */
  enter(signal: AbortSignal): Promise<() => void>
}

export function createGate(bounds: { insideMax: number; waitingMax: number }): Gate {
  const waiting = new Set<() => void>()
  let inside = 0

  function leave() {
    const [next] = waiting
    if (!next) {
      inside--
      return
    }
    waiting.delete(next)
    next()
  }

  return {
    async enter(signal) {
      signal.throwIfAborted()
      if (inside < bounds.insideMax) inside++
      else if (waiting.size >= bounds.waitingMax) throw new Error('Too many are waiting already.')
      else await turn(waiting, signal)
      return leave
    },
  }
}

/** The place inside passes from hand to hand, so nobody overtakes the queue. */
function turn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const admit = () => {
      signal.removeEventListener('abort', giveUp)
      resolve()
    }
    const giveUp = () => {
      waiting.delete(admit)
      reject(signal.reason as Error)
    }
    waiting.add(admit)
    signal.addEventListener('abort', giveUp, { once: true })
  })
}
