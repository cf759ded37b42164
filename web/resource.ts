import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, get, readMessage } from './api.ts'
import { hasEnded } from './ended.ts'

export interface Resource<Data> {
  /** Stays while it is loaded again. */
  readonly data: Data | undefined
  readonly failure: string | undefined
  /** Ends when the new data, or the failure, is shown. */
  readonly reload: () => Promise<void>
}

const backOffMs = 5_000

/**
 * Loads a URL, and again every `everyMs` milliseconds while the page is visible, later if the service says so. Undefined loads
 * nothing. While the session has ended nothing is loaded.
 */
export function useResource<Data>(
  url: string | undefined,
  everyMs?: number,
  load: (url: string) => Promise<Data> = get,
): Resource<Data> {
  const [data, setData] = useState<Data>()
  const [failure, setFailure] = useState<string>()
  const [round, setRound] = useState(0)
  const waiting = useRef<(() => void)[]>([])
  const answerWaiting = () => waiting.current.splice(0).forEach((done) => done())
  // What is no longer shown is not loaded again.
  useEffect(() => answerWaiting, [])
  const isEnded = hasEnded.value
  useEffect(() => {
    // After signing in again it is loaded anew.
    if (url === undefined || isEnded) return answerWaiting()
    let timer: number | undefined
    let isLeft = false
    let isFirst = true
    const loadAgain = async () => {
      let nextMs = everyMs
      try {
        if (!document.hidden || isFirst) {
          isFirst = false
          const body = await load(url)
          if (!isLeft) setData(body)
          if (!isLeft) setFailure(undefined)
        }
      } catch (thrown) {
        const refusal = thrown instanceof ApiError ? thrown : undefined
        if (!isLeft) setFailure(readMessage(thrown))
        nextMs = everyMs && everyMs + Math.max(backOffMs, (refusal?.retryAfterSeconds ?? 0) * 1_000)
      }
      if (!isLeft) answerWaiting()
      if (!isLeft && nextMs !== undefined) timer = setTimeout(() => void loadAgain(), nextMs)
    }
    void loadAgain()
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [url, everyMs, round, isEnded])
  const reload = () =>
    new Promise<void>((done) => {
      waiting.current.push(done)
      setRound((now) => now + 1)
    })
  return { data, failure, reload }
}
