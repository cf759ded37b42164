import { parentPort } from 'node:worker_threads'
import { killGroup } from '#kernel/kill-group.ts'
import { takesTooMuch, type WatchedBox } from './takes-too-much.ts'

export type WatchRequest =
  | { readonly type: 'watch'; readonly box: WatchedBox }
  | { readonly type: 'forget'; readonly pid: number }

/** The answer to `forget`. */
export interface WatchReply {
  readonly pid: number
  /** Whether the box was ended because it took too much memory. */
  readonly tookTooMuch: boolean
}

const restMsMin = 50

const boxes = new Map<number, WatchedBox>()
const ended = new Set<number>()

let isLooking = false

/** Rests at least as long as it has looked. */
function look(): void {
  isLooking = boxes.size > 0
  if (!isLooking) return
  const startedAt = performance.now()
  for (const box of boxes.values()) {
    if (ended.has(box.pid) || !takesTooMuch(box)) continue
    ended.add(box.pid)
    killGroup(box.pid)
  }
  setTimeout(look, Math.max(restMsMin, performance.now() - startedAt))
}

parentPort?.on('message', (request: WatchRequest) => {
  if (request.type === 'watch') {
    boxes.set(request.box.pid, request.box)
    if (!isLooking) look()
    return
  }
  const { pid } = request
  boxes.delete(pid)
  const reply: WatchReply = { pid, tookTooMuch: ended.delete(pid) }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
  parentPort?.postMessage(reply)
})
