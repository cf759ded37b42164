import { readFileSync } from 'node:fs'
import type { CDPSession, Page } from 'playwright-core'
import { listFrames } from '#browser/own-commands.ts'

const source = ['cut.js', 'mark.js']
  .map((name) => readFileSync(new URL(`in-page/${name}`, import.meta.url), 'utf8'))
  .map((text) => text.replaceAll(/^(?:import .*|export )/gm, ''))
  .join('\n')
const call = (name: string) => `function (...values) { ${source} return ${name}(...values) }`

/** Events by which a page takes input; other listeners do not make an element work. */
const inputEvents =
  /^(?:click|dblclick|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend|keydown|dragstart|mousemove)$/
const listeningMax = 400
const framesMax = 20
/** What a snapshot describes of the page and, of each frame in it, a tenth. */
const sizesMax = { nodesMax: 40_000, charsMax: 2_000_000 }

interface Marked {
  /** Whether something was too much, and is hidden. */
  readonly isCut: boolean
  /** Takes the roles away again, and shows what was hidden. */
  readonly unmark: () => Promise<void>
}

/**
 * Gives elements that work without having a role one, in all frames of the page, so that a snapshot names them, and hides what is too much
 * for a snapshot: Playwright sends all of it.
 */
export async function markWorking(page: Page): Promise<Marked> {
  const sessions = await listSessions(page)
  const hasManyFrames = page.frames().length > framesMax
  const marked = (
    await Promise.all(sessions.map((session) => markIn(session, hasManyFrames)))
  ).flat()
  const unmark = async () => {
    await Promise.all(marked.map((frame) => frame.unmark()))
    // A session of a page that is closed has ended.
    await Promise.all(sessions.map((session) => session.detach().catch(() => {})))
  }
  return { isCut: marked.some(({ isCut }) => isCut), unmark }
}

/** One for the page, and one for each frame that runs in a process of its own. */
async function listSessions(page: Page): Promise<CDPSession[]> {
  const context = page.context()
  const frames = page.frames().slice(1, framesMax)
  const [main, ...others] = await Promise.all([
    context.newCDPSession(page),
    // A frame in the process of its page has no session of its own.
    ...frames.map((frame) => context.newCDPSession(frame).catch(() => undefined)),
  ])
  return [main, ...others.filter((session) => session !== undefined)]
}

async function markIn(session: CDPSession, hasManyFrames: boolean): Promise<Marked[]> {
  const { frameTree } = await session.send('Page.getFrameTree')
  const listening = await listeningNodes(session)
  const marking = listFrames(frameTree)
    .slice(0, framesMax)
    .map((frameId, index) => {
      const isPage = index === 0 && frameTree.frame.parentId === undefined
      const sizes = measureSizes(isPage, hasManyFrames)
      // A frame that navigates at this moment has nothing to show.
      return markFrame(session, frameId, { listening, sizes }).catch(() => undefined)
    })
  return (await Promise.all(marking)).filter((marked) => marked !== undefined)
}

/** Of a page with many frames only those in the page itself are described. */
function measureSizes(isPage: boolean, hasManyFrames: boolean) {
  const { nodesMax, charsMax } = sizesMax
  if (isPage) return { nodesMax, charsMax, framesMax: framesMax - 1 }
  return {
    nodesMax: nodesMax / 10,
    charsMax: charsMax / 10,
    framesMax: hasManyFrames ? 0 : framesMax,
  }
}

/** Nodes of all frames of a process that listen to input. */
async function listeningNodes(session: CDPSession): Promise<number[]> {
  const { result } = await session.send('Runtime.evaluate', { expression: 'document' })
  if (result.objectId === undefined) return []
  const { listeners } = await session.send('DOMDebugger.getEventListeners', {
    objectId: result.objectId,
    depth: -1,
    pierce: true,
  })
  const nodes = listeners.flatMap(({ type, backendNodeId }) =>
    inputEvents.test(type) && backendNodeId !== undefined ? [backendNodeId] : [],
  )
  return [...new Set(nodes)].slice(0, listeningMax)
}

/** Works in an isolated world: scripts of the page see the attributes, but cannot replace what is called here. */
async function markFrame(
  session: CDPSession,
  frameId: string,
  { listening, sizes }: { readonly listening: readonly number[]; readonly sizes: object },
): Promise<Marked> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId,
    worldName: 'weir observe',
  })
  const resolved = await Promise.all(
    listening.map((backendNodeId) =>
      // Nodes of other frames do not resolve here.
      session.send('DOM.resolveNode', { backendNodeId, executionContextId }).catch(() => undefined),
    ),
  )
  const { result } = await session.send('Runtime.callFunctionOn', {
    functionDeclaration: call('mark'),
    executionContextId,
    arguments: [
      { value: sizes },
      ...resolved.flatMap((node) =>
        node?.object.objectId === undefined ? [] : [{ objectId: node.object.objectId }],
      ),
    ],
  })
  const { objectId } = result
  if (objectId === undefined) return { isCut: false, unmark: async () => {} }
  const ask = (name: string) =>
    session.send('Runtime.callFunctionOn', {
      functionDeclaration: call(name),
      executionContextId,
      arguments: [{ objectId }],
      returnByValue: true,
    })
  const { result: cut } = await ask('hasHidden')
  // After a navigation nothing is left to restore.
  const unmark = async () => void (await ask('unmark').catch(() => {}))
  return { isCut: cut.value === true, unmark }
}
