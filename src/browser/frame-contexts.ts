import { listFrames, type SendCommand } from './own-commands.ts'

interface FrameContextsOptions {
  readonly sessionId: string
  readonly ask: SendCommand
  /** Sends an event of the session to playwright-core. */
  readonly report: (method: string, params: object) => void
}

/** The execution contexts of the frames of one session, which are reported as the browser would with the domain `Runtime`. */
export function createFrameContexts({ sessionId, ask, report }: FrameContextsOptions) {
  /** Ids of the contexts by frame; another list belongs to another document. */
  const known = new Map<string, number[]>()
  const state = { worldName: '', groups: 0 }

  function forget(frameId: string): void {
    for (const executionContextId of known.get(frameId) ?? [])
      report('Runtime.executionContextDestroyed', { executionContextId })
    known.delete(frameId)
  }

  /** Reports the contexts of the document that a frame has now. */
  async function learn(frameId: string): Promise<void> {
    forget(frameId)
    const own: number[] = []
    known.set(frameId, own)
    const add = (id: number, auxData: { isDefault: boolean; type: string }, name: string) => {
      if (known.get(frameId) !== own) return
      own.push(id)
      const context = { id, name, origin: '', uniqueId: '', auxData: { ...auxData, frameId } }
      report('Runtime.executionContextCreated', { context })
    }
    const { worldName } = state
    const world = { frameId, worldName, grantUniveralAccess: true }
    const made = await ask(sessionId, 'Page.createIsolatedWorld', world)
    if (made?.executionContextId === undefined) return
    add(made.executionContextId, { isDefault: false, type: 'isolated' }, worldName)
    const main = await mainContext(made.executionContextId)
    if (main !== undefined) add(main, { isDefault: true, type: 'default' }, '')
  }

  /** The context of the scripts of the page: nodes are resolved in it, and the id of an object names its context. */
  async function mainContext(contextId: number): Promise<number | undefined> {
    // The objects of one search are released together, while those of other frames are still in use.
    const objectGroup = `frame-contexts-${state.groups++}`
    const expression = { expression: 'document', contextId, objectGroup }
    const evaluated = await ask(sessionId, 'Runtime.evaluate', expression)
    const objectId = evaluated?.result?.objectId
    const described = objectId && (await ask(sessionId, 'DOM.describeNode', { objectId }))
    const backendNodeId = described ? described.node?.backendNodeId : undefined
    if (backendNodeId === undefined) return undefined
    const resolved = await ask(sessionId, 'DOM.resolveNode', { backendNodeId, objectGroup })
    void ask(sessionId, 'Runtime.releaseObjectGroup', { objectGroup })
    const context = Number(resolved?.object?.objectId?.split('.').at(-2))
    return Number.isSafeInteger(context) ? context : undefined
  }

  return {
    learn,
    forget,
    /** Takes the name of the isolated world of playwright-core. */
    setWorld: (worldName: string) => void (state.worldName = worldName),
    async learnAll(): Promise<void> {
      const tree = await ask(sessionId, 'Page.getFrameTree')
      await Promise.all((tree?.frameTree ? listFrames(tree.frameTree) : []).map(learn))
    },
  }
}
