import { z } from 'zod'
import type { Relay } from '#interact/relay/relay.ts'
import {
  joinAsService,
  type ProtocolEvent,
  type ServiceClient,
} from '#interact/relay/service-client.ts'

/** A picture of a page. */
export interface Frame {
  readonly pageId: string
  readonly jpeg: Buffer
  /** CSS pixels of the viewport. */
  readonly width: number
  readonly height: number
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface CastPage {
  readonly id: string
  readonly url: string
  readonly title: string
}

/** The open pages of a session, oldest first, and the one that is used. */
export interface OpenPages {
  readonly pages: readonly CastPage[]
  readonly shownId: string | undefined
}

export interface CastViewer {
  /** Receives frames of every page; otherwise of the shown page alone. */
  readonly ofAllPages: boolean
  onFrame(frame: Frame): void
  onPages(pages: OpenPages): void
}

/** Pictures of the pages of a session. Nothing is captured without a watcher; each page is captured once for all watchers. */
export interface Cast {
  /** Calls the watcher with the pages, the last picture, and everything that follows. */
  watch(watcher: CastViewer): Disposable
  /** Sends a command to the shown page. Fails with the reason when it is refused. */
  command(method: string, params: object): Promise<Record<string, unknown>>
  /** Makes an open page the shown one. */
  show(pageId: string): Promise<void>
  /** The last picture of the shown page. */
  readonly frame: Frame | undefined
}

interface CastTarget {
  readonly id: string
  url: string
  title: string
  /** Resolves to the protocol session of the page; undefined if the page has closed. */
  attaching?: Promise<string | undefined>
  isCaptured: boolean
  frame?: Frame
  nextAckAt: number
  nextTitleAt: number
}

interface State {
  readonly relay: Relay
  readonly targets: Map<string, CastTarget>
  /** Pages by protocol session. */
  readonly sessions: Map<string, CastTarget>
  readonly watchers: Set<CastViewer>
  client?: Promise<ServiceClient>
  shownId: string | undefined
}

const pagesMax = 50
/** Of the URL and the title of a page. */
const textCharsMax = 2_048
/** Chromium has at most two or three frames in flight, so spaced acknowledgements limit its frame rate without delaying the first. */
const ackEveryMs = 80
const titleEveryMs = 1_000
const capture = { format: 'jpeg', quality: 60, maxWidth: 1_280, maxHeight: 720 }

const Info = z.object({
  targetInfo: z.object({
    targetId: z.string(),
    type: z.string(),
    url: z.string(),
    title: z.string(),
  }),
})
const Destroyed = z.object({ targetId: z.string() })
const Captured = z.object({
  data: z.string(),
  sessionId: z.int(),
  metadata: z.object({
    deviceWidth: z.number(),
    deviceHeight: z.number(),
  }),
})

export function createCast(relay: Relay): Cast {
  const state: State = {
    relay,
    targets: new Map(),
    sessions: new Map(),
    watchers: new Set(),
    shownId: undefined,
  }
  relay.onPage(() => show(state, relay.pageId))
  return {
    get frame() {
      return shownTarget(state)?.frame
    },
    watch(watcher) {
      state.watchers.add(watcher)
      watcher.onPages(createPages(state))
      const { frame } = shownTarget(state) ?? {}
      if (frame) watcher.onFrame(frame)
      start(state)
      update(state)
      return {
        [Symbol.dispose]() {
          state.watchers.delete(watcher)
          update(state)
        },
      }
    },
    async command(method, params) {
      const client = await state.client
      const target = shownTarget(state)
      const sessionId = target && (await attach(state, target))
      if (!client || sessionId === undefined) throw new Error('There is no page.')
      return client.ask(method, params, sessionId)
    },
    async show(pageId) {
      const client = await state.client
      if (state.targets.has(pageId))
        await client?.ask('Target.activateTarget', { targetId: pageId })
    },
  }
}

const shownTarget = ({ targets, shownId }: State) => targets.get(shownId ?? '')

function createPages({ targets, shownId }: State): OpenPages {
  return { pages: [...targets.values()].map(({ id, url, title }) => ({ id, url, title })), shownId }
}

/** Joins the relay with the first watcher. */
function start(state: State): void {
  if (state.client) return
  const join = async () => {
    const client = await joinAsService(state.relay, (event) => take(state, event))
    const filter = [{ type: 'page' }]
    // Chromium names the open pages before it answers.
    await client.ask('Target.setDiscoverTargets', { discover: true, filter })
    return client
  }
  state.client = join()
  // The browser stopped; the session ends for that reason.
  state.client.catch(() => {})
}

function take(state: State, { method, params, sessionId }: ProtocolEvent): void {
  if (method === 'Page.screencastFrame') return takeFrame(state, params, sessionId ?? '')
  if (method === 'Target.targetDestroyed')
    return forget(state, Destroyed.safeParse(params).data?.targetId ?? '')
  if (method !== 'Target.targetCreated' && method !== 'Target.targetInfoChanged') return
  const info = Info.safeParse(params).data?.targetInfo
  if (info?.type !== 'page') return
  const { targetId: id } = info
  const [url, title] = [info.url.slice(0, textCharsMax), info.title.slice(0, textCharsMax)]
  const known = state.targets.get(id)
  if (!known && state.targets.size >= pagesMax) return
  if (known) Object.assign(known, { url, title })
  else state.targets.set(id, { id, url, title, isCaptured: false, nextAckAt: 0, nextTitleAt: 0 })
  // A page that opens by itself comes to the front, as in every browser.
  if (!known) state.shownId = state.shownId === undefined ? (state.relay.pageId ?? id) : id
  update(state)
  notify(state)
}

function forget(state: State, id: string): void {
  if (!state.targets.delete(id)) return
  for (const [sessionId, target] of state.sessions)
    if (target.id === id) state.sessions.delete(sessionId)
  if (state.shownId === id) state.shownId = [...state.targets.keys()].at(-1)
  update(state)
  notify(state)
}

function show(state: State, id: string | undefined): void {
  if (id === undefined || id === state.shownId) return
  state.shownId = id
  if (!state.targets.has(id)) return
  update(state)
  notify(state)
  const { frame } = shownTarget(state) ?? {}
  if (!frame) return
  for (const watcher of state.watchers) if (!watcher.ofAllPages) watcher.onFrame(frame)
}

function notify(state: State): void {
  const pages = createPages(state)
  for (const watcher of state.watchers) watcher.onPages(pages)
}

/** Captures exactly the pages that are watched. */
function update(state: State): void {
  const watchers = [...state.watchers]
  const isWatched = ({ id }: CastTarget) =>
    watchers.some(({ ofAllPages }) => ofAllPages || id === state.shownId)
  for (const target of state.targets.values()) {
    if (isWatched(target) === target.isCaptured) continue
    target.isCaptured = !target.isCaptured
    // A page that closes meanwhile has nothing to capture.
    setCapture(state, target, target.isCaptured).catch(() => {})
  }
}

async function setCapture(state: State, target: CastTarget, isOn: boolean): Promise<void> {
  const client = await state.client
  const sessionId = await attach(state, target)
  if (!client || sessionId === undefined || target.isCaptured !== isOn) return
  if (isOn) await client.ask('Page.startScreencast', capture, sessionId)
  else await client.ask('Page.stopScreencast', {}, sessionId)
}

function attach(state: State, target: CastTarget): Promise<string | undefined> {
  const attaching = async () => {
    const client = await state.client
    const asked = { targetId: target.id, flatten: true }
    const { sessionId } = (await client?.ask('Target.attachToTarget', asked)) ?? {}
    if (typeof sessionId !== 'string') return undefined
    state.sessions.set(sessionId, target)
    return sessionId
  }
  target.attaching ??= attaching()
  return target.attaching
}

function takeFrame(state: State, params: unknown, sessionId: string): void {
  const target = state.sessions.get(sessionId)
  const captured = Captured.safeParse(params).data
  if (!target || !captured) return
  const { data, metadata, sessionId: number } = captured
  const now = Date.now()
  const ackAt = Math.max(now, target.nextAckAt)
  target.nextAckAt = ackAt + ackEveryMs
  const acknowledge = async () => {
    const client = await state.client
    await client?.ask('Page.screencastFrameAck', { sessionId: number }, sessionId)
  }
  // A page that has closed needs no acknowledgement.
  setTimeout(() => void acknowledge().catch(() => {}), ackAt - now)
  refreshTitle(state, target, now)
  const jpeg = Buffer.from(data, 'base64')
  if (!target.isCaptured || target.frame?.jpeg.equals(jpeg)) return
  const frame: Frame = {
    pageId: target.id,
    jpeg,
    width: metadata.deviceWidth,
    height: metadata.deviceHeight,
    at: now,
  }
  target.frame = frame
  for (const watcher of state.watchers)
    if (watcher.ofAllPages || target.id === state.shownId) watcher.onFrame(frame)
}

/** Chromium sends no event when a page that loads gets its title. */
function refreshTitle(state: State, target: CastTarget, now: number): void {
  if (now < target.nextTitleAt) return
  target.nextTitleAt = now + titleEveryMs
  const refresh = async () => {
    const client = await state.client
    take(state, {
      method: 'Target.targetInfoChanged',
      params: await client?.ask('Target.getTargetInfo', { targetId: target.id }),
    })
  }
  // A page that has closed has no title.
  setTimeout(() => void refresh().catch(() => {}), titleEveryMs / 4)
}
