import { useEffect, useState } from 'preact/hooks'
import { readMessage, type Answer } from '../api.ts'
import type { Choice } from './operations.ts'
import { runRequest, type Built, type Values } from './playground-request.ts'

/** A request that was sent. */
export interface Sent {
  readonly choice: Choice
  readonly request: Built
  /** Of the form, by which one knows whether it has changed since. */
  readonly values: Values
}

/** What came of the last request. */
export type Outcome =
  | { readonly state: 'none' }
  | { readonly state: 'running'; readonly sent: Sent; readonly seconds: number }
  | { readonly state: 'cancelled'; readonly sent: Sent }
  | { readonly state: 'lost'; readonly sent: Sent; readonly failure: string }
  | { readonly state: 'answered'; readonly sent: Sent; readonly answer: Answer }

const none = { state: 'none' } as const

/** Sends one request at a time, and can cancel it. What came of the one before is gone when the next begins. */
export function useRun() {
  const [outcome, setOutcome] = useState<Outcome>(none)
  const [running, setRunning] = useState<{ controller: AbortController; sent: Sent }>()
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!running) return undefined
    setSeconds(0)
    const timer = setInterval(() => setSeconds((now) => now + 1), 1_000)
    return () => clearInterval(timer)
  }, [running])
  const start = async (sent: Sent) => {
    if (running) return
    const controller = new AbortController()
    setRunning({ controller, sent })
    setOutcome(none)
    try {
      const answer = await runRequest(sent.request, controller.signal)
      setOutcome({ state: 'answered', sent, answer })
    } catch (thrown) {
      const isCancelled = controller.signal.aborted
      setOutcome(
        isCancelled
          ? { state: 'cancelled', sent }
          : { state: 'lost', sent, failure: readMessage(thrown) },
      )
    } finally {
      setRunning(undefined)
    }
  }
  return {
    outcome: running ? ({ state: 'running', sent: running.sent, seconds } as const) : outcome,
    start,
    cancel: () => running?.controller.abort(),
    clear: () => setOutcome(none),
  }
}
