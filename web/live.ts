import { useEffect, useState } from 'preact/hooks'
import { send } from './api.ts'

/** Counts of a running job. */
export interface Progress {
  readonly completed: number
  readonly total: number
  readonly failed: number
  readonly creditsUsed: number
  readonly status: 'scraping' | 'completed' | 'failed' | 'cancelled'
}

const ended = 1_000

/**
 * Follows the job at a path such as `/v2/crawl/{id}` over a WebSocket; undefined follows nothing. `isLost` is true after the WebSocket
 * has failed.
 */
export function useProgress(path: string | undefined) {
  const [progress, setProgress] = useState<Progress>()
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    if (path === undefined) return undefined
    let socket: WebSocket | undefined
    let isLeft = false
    const open = async () => {
      const { data } = await send<Ticket>('POST', '/console/api/tickets', { path })
      if (isLeft) return
      const address = `${location.origin.replace(/^http/, 'ws')}${path}?frames=progress`
      socket = new WebSocket(address, data.protocol)
      socket.addEventListener('message', (message: MessageEvent<string>) => {
        const frame = JSON.parse(message.data) as Progress & { readonly type: string }
        if (frame.type === 'progress') setProgress(frame)
      })
      socket.addEventListener('close', ({ code }) => {
        if (!isLeft && code !== ended) setLost(true)
      })
    }
    open().catch(() => setLost(true))
    return () => {
      isLeft = true
      socket?.close()
    }
  }, [path])
  return { progress, isLost }
}

interface Ticket {
  /** The sub-protocol to open the WebSocket with. */
  readonly data: { readonly protocol: string }
}
