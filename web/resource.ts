import { useEffect, useState } from 'preact/hooks'
import { ApiFailure, get, messageOf } from './api.ts'
import { session } from './session.ts'

interface Resource<Data> {
  /** Stays while it is loaded again. */
  readonly data: Data | undefined
  readonly failure: string | undefined
  readonly reload: () => void
}

const backOffMs = 5_000

/**
 * Loads a URL, and again every `everyMs` milliseconds while the page is visible, later if the service says so. Undefined loads
 * nothing. A session that has ended leads to the sign-in page.
 */
export function useResource<Data>(url: string | undefined, everyMs?: number): Resource<Data> {
  const [data, setData] = useState<Data>()
  const [failure, setFailure] = useState<string>()
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (url === undefined) return undefined
    let timer: number | undefined
    let isLeft = false
    let isFirst = true
    const load = async () => {
      let nextMs = everyMs
      try {
        if (!document.hidden || isFirst) {
          isFirst = false
          const body = await get<Data>(url)
          if (!isLeft) setData(body)
          if (!isLeft) setFailure(undefined)
        }
      } catch (thrown) {
        const refusal = thrown instanceof ApiFailure ? thrown : undefined
        if (refusal?.status === 401) session.value = { state: 'signed-out' }
        if (!isLeft) setFailure(messageOf(thrown))
        nextMs = everyMs && everyMs + Math.max(backOffMs, (refusal?.retryAfterSeconds ?? 0) * 1_000)
      }
      if (!isLeft && nextMs !== undefined) timer = setTimeout(() => void load(), nextMs)
    }
    void load()
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [url, everyMs, round])
  return { data, failure, reload: () => setRound((now) => now + 1) }
}
