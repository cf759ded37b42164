import { z } from 'zod'
import { pageMessage } from '#answers/page-material.ts'
import { countCredits } from '#features/interact/cost.ts'
import type { RunSession } from '#features/interact/run-sessions.ts'
import { browserTools, type BrowserTool } from '#interact/observe/browser-tools.ts'
import {
  ActionRefusedError,
  createPageObserver,
  type PageObserver,
} from '#interact/observe/page-observer.ts'
import { readDocument } from '#interact/observe/read-document.ts'
import { findRefusal } from '#content/refusal/classify.ts'
import { pageFailure } from '#formats/page-failure.ts'
import { ServiceError } from '#kernel/errors.ts'
import { innerCall } from '#features/agent/runs/inner-operations.ts'
import { RunOverError } from '#features/agent/runs/journal.ts'
import type { EventDraft, Producer } from '#features/agent/trace.ts'
import { agentTool, type AgentTool, type AgentToolResult } from '#features/agent/work/agent-tool.ts'
import { sessionFinished, sessionStarted } from '#features/agent/work/events.ts'
import type { RunScope } from '#features/agent/work/run-scope.ts'
import { cutPart, permitted } from './read-source.ts'

/** Most credits of a call: of the first minute, or of the minutes since the call before. */
const creditsMax = 4
/** Characters. A refusal is recognised by less HTML than that. */
const lengthsMax = { html: 1_000_000, text: 400_000 }

/** The browser of one agent. Its session starts with the first page; disposing it ends the session. */
export interface AgentBrowser extends AsyncDisposable {
  readonly tools: readonly AgentTool[]
}

interface Opened {
  readonly session: RunSession
  readonly observer: PageObserver
  readonly startedAt: number
  /** Charged so far. */
  credits: number
}

const lost = 'The browser is not open, or it was lost. Open the page again.'

export function createAgentBrowser(scope: RunScope, agent: Producer): AgentBrowser {
  const { mayVisit, runSessions, run, call, journal } = scope
  let opened: Opened | undefined
  const current = (): Opened => {
    if (opened && !opened.session.gone.aborted) return opened
    throw new ActionRefusedError(lost)
  }

  /** Calls of one step arrive together. */
  let starting: Promise<EventDraft[]> = Promise.resolve([])
  function start(): Promise<EventDraft[]> {
    starting = starting.catch(() => []).then(startOnce)
    return starting
  }

  async function startOnce(): Promise<EventDraft[]> {
    if (opened && !opened.session.gone.aborted) return []
    const rule = mayVisit.isStrict ? mayVisit.mayNavigate : undefined
    const session = await runSessions.start(run.id, innerCall(call), rule)
    const { context, page } = session.driven
    const observer = createPageObserver(context, page)
    opened = { session, observer, startedAt: Date.now(), credits: 0 }
    return [sessionStarted(agent, session.id)]
  }

  /** Credits since the last call; never more than a call may cost. */
  function charge(): number {
    if (!opened) return 0
    const seconds = (Date.now() - opened.startedAt) / 1_000
    const credits = Math.min(creditsMax, Math.max(0, countCredits(seconds, false) - opened.credits))
    opened.credits += credits
    return credits
  }

  async function use(tool: BrowserTool, input: unknown): Promise<AgentToolResult> {
    const events = tool.name === 'open' ? await start() : []
    opened?.session.touch()
    const { text, short } = await tool.run(input)
    return { text: pageMessage('in the browser', text), short, credits: charge(), events }
  }

  const observer: PageObserver = {
    get page() {
      return current().observer.page
    },
    open: (url) => current().observer.open(permitted(mayVisit, url)),
    look: (options) => current().observer.look(options),
    act: (action) => current().observer.act(action),
    findLink: (element) => current().observer.findLink(element),
  }
  const tools = browserTools(observer).map((tool) =>
    agentTool({ ...tool, creditsMax, run: (input) => use(tool, input) }),
  )
  return {
    tools: [...tools, readTool(scope, () => current().observer.page)],
    async [Symbol.asyncDispose]() {
      if (!opened) return
      const { session, startedAt } = opened
      await session[Symbol.asyncDispose]()
      const finished = sessionFinished(agent, session.id, Date.now() - startedAt)
      await journal.report([finished]).catch((thrown: unknown) => {
        if (!(thrown instanceof RunOverError)) throw thrown
      })
    },
  }
}

/** Makes a source of the page as it is in the browser. */
const readTool = (scope: RunScope, makePage: () => PageObserver['page']): AgentTool =>
  agentTool({
    name: 'read',
    description:
      'Stores the text of the page in the browser as a source with a number, so that its values can be noted, and returns it.',
    input: z.object({ from: z.int().min(0).max(10_000_000).default(0) }),
    creditsMax: 0,
    async run({ from }, { id }) {
      const page = pageIn(makePage)
      const { title, html, text, textLength } = await readDocument(page, lengthsMax)
      assertNotRefused(page.url(), html)
      const known = await scope.sources.find(page.url())
      const url = known ? `${known.url}#in-browser-${id}` : page.url()
      const source = await scope.sources.add({
        url,
        title: title === '' ? url : title,
        markdown: text,
      })
      const { number } = source
      const short = `Read source ${number} in the browser: ${source.title} (${source.url}).`
      const shown = { source: number, url, title: source.title, characters: textLength }
      return { text: cutPart(source, from, scope), short, shown }
    },
  })

/** A source must be the page of its address. */
function assertNotRefused(url: string, html: string): void {
  const refusal = findRefusal({
    requestedUrl: url,
    url,
    // The browser does not tell it, and most refusals in a browser are successes.
    status: 200,
    headers: { 'content-type': 'text/html' },
    cookieNames: [],
    body: Buffer.from(html),
  })
  const failure = pageFailure({ statusCode: 200, refusal: refusal?.kind })
  if (failure !== undefined) throw new ServiceError('SCRAPE_SITE_ERROR', failure)
}

function pageIn(makePage: () => PageObserver['page']): PageObserver['page'] {
  try {
    return makePage()
  } catch (thrown) {
    if (thrown instanceof ActionRefusedError) throw new ServiceError('CONFLICT', thrown.message)
    throw thrown
  }
}
