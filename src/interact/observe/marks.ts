import { readFileSync } from 'node:fs'
import type { CDPSession, Page } from 'playwright-core'
import { listFrames } from '#browser/own-commands.ts'

const source = readFileSync(new URL('in-page/mark.js', import.meta.url), 'utf8').replaceAll(
  'export ',
  '',
)
const call = (name: string) => `function (...values) { ${source} return ${name}(...values) }`

/** Events by which a page takes input; other listeners do not make an element work. */
const inputEvents =
  /^(?:click|dblclick|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend|keydown|dragstart|mousemove)$/
const listeningMax = 400
const framesMax = 20

/**
 * Gives elements that work without having a role one, in all frames of the page, so that a snapshot names them. Returns a function
 * that takes the roles away again.
 */
export async function markWorking(page: Page): Promise<() => Promise<void>> {
  const sessions = await sessionsOf(page)
  const marked = await Promise.all(sessions.map((session) => markIn(session)))
  return async () => {
    await Promise.all(marked.flat().map((unmark) => unmark()))
    // A session of a page that is closed has ended.
    await Promise.all(sessions.map((session) => session.detach().catch(() => {})))
  }
}

/** One for the page, and one for each frame that runs in a process of its own. */
async function sessionsOf(page: Page): Promise<CDPSession[]> {
  const context = page.context()
  const frames = page.frames().slice(1, framesMax)
  const [main, ...others] = await Promise.all([
    context.newCDPSession(page),
    // A frame in the process of its page has no session of its own.
    ...frames.map((frame) => context.newCDPSession(frame).catch(() => undefined)),
  ])
  return [main, ...others.filter((session) => session !== undefined)]
}

async function markIn(session: CDPSession): Promise<(() => Promise<void>)[]> {
  const { frameTree } = await session.send('Page.getFrameTree')
  const listening = await listeningNodes(session)
  const marking = listFrames(frameTree)
    .slice(0, framesMax)
    // A frame that navigates at this moment has nothing to show.
    .map((frameId) => markFrame(session, frameId, listening).catch(() => undefined))
  return (await Promise.all(marking)).filter((unmark) => unmark !== undefined)
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
  listening: readonly number[],
): Promise<() => Promise<void>> {
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
    arguments: resolved.flatMap((node) =>
      node?.object.objectId === undefined ? [] : [{ objectId: node.object.objectId }],
    ),
  })
  const { objectId } = result
  return async () => {
    if (objectId === undefined) return
    const undo = {
      functionDeclaration: call('unmark'),
      executionContextId,
      arguments: [{ objectId }],
    }
    // After a navigation nothing is left to restore.
    await session.send('Runtime.callFunctionOn', undo).catch(() => {})
  }
}
