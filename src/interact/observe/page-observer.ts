import type { BrowserContext, Page } from 'playwright-core'
import { z } from 'zod'
import { listLines, type Detail } from './lines.ts'
import { takeSnapshot, type SnapshotNode } from './snapshot.ts'
import { waitUntilCalm } from './wait-until-calm.ts'

/** What can be done with the page. `element` is a number of the last description, such as `e12`. */
export const PageAction = z.object({
  action: z.enum([
    'click',
    'doubleClick',
    'hover',
    'fill',
    'select',
    'check',
    'uncheck',
    'press',
    'scroll',
    'back',
    'wait',
  ]),
  element: z.string().max(20).optional().meta({
    description: 'Number of the element, such as e12.',
  }),
  text: z.string().max(10_000).optional().meta({
    description: 'Text of fill; option of select; key of press, such as Enter; "up" for scroll.',
  }),
})
export type PageAction = z.output<typeof PageAction>

export interface LookOptions {
  /** Everything on the page instead of what works and its headings. */
  readonly detail?: Detail
  /** Line to continue from. */
  readonly from?: number
}

/** A page for a language model: described by lines with numbered elements, and used by these numbers. */
export interface PageObserver {
  /** The page that was opened or switched to last. */
  readonly page: Page
  /** Opens a URL and describes the page. */
  open(url: string): Promise<string>
  look(options?: LookOptions): Promise<string>
  /** Does something, waits until the page has reacted, and describes the page or what has changed. */
  act(action: PageAction): Promise<string>
  /** The URL of a link. */
  findLink(element: string): string | undefined
}

/** What a model did wrong, in a sentence for the model. */
export class ActionRefusedError extends Error {
  override name = 'ActionRefusedError'
}

const actionMsMax = 10_000
const openMsMax = 30_000
const waitMs = 2_000
const scrollPixels = 600
/** About 6,000 tokens. */
const charsMax = 20_000
/** A page with less text than this is described as a whole. */
const wholeCharsMax = 6_000
const dialogsMax = 5
/** Of titles, and of texts of dialogs. */
const shortTextMax = 1_000

interface State {
  page: Page
  /** Lines of the last description. */
  lines: readonly string[]
  url: string
  links: ReadonlyMap<string, string>
  /** Texts of dialogs that the page showed since the last description. */
  readonly dialogs: string[]
}

/** Observes one page of a context and the pages that it opens. */
export function createPageObserver(context: BrowserContext, page: Page): PageObserver {
  const state: State = { page, lines: [], url: '', links: new Map(), dialogs: [] }
  follow(state, page)
  context.on('page', (opened) => {
    state.page = opened
    follow(state, opened)
    // Programs of the session start with the page that is in front.
    opened.bringToFront().catch(() => {})
  })

  async function open(url: string): Promise<string> {
    const full = /^[a-z][a-z+.-]*:/i.test(url) ? url : `https://${url}`
    if (!isWebPage(full)) throw new ActionRefusedError('Only pages of the web can be opened.')
    try {
      await state.page.goto(full, { waitUntil: 'domcontentloaded', timeout: openMsMax })
    } catch (thrown) {
      throw new ActionRefusedError(`The page could not be opened: ${readReason(thrown)}`)
    }
    await waitUntilCalm(state.page)
    return look()
  }

  async function look({ detail, from = 0 }: LookOptions = {}): Promise<string> {
    await observe(state, detail)
    return describe(state, from)
  }

  return {
    get page() {
      return state.page
    },
    open,
    look,
    async act(action) {
      const { lines: before, url } = state
      await perform(state.page, action)
      await waitUntilCalm(state.page)
      await observe(state)
      return state.url === url ? describeChanges(state, before) : describe(state, 0)
    },
    findLink: (element) => state.links.get(element),
  }
}

const isWebPage = (url: string) => /^https?:$/.test(URL.parse(url)?.protocol ?? '')

/** Dialogs are accepted, so that the page goes on; a page that closes gives way to another one. */
function follow(state: State, page: Page): void {
  page.on('dialog', (dialog) => {
    if (state.dialogs.length < dialogsMax)
      state.dialogs.push(`${dialog.type()}: ${dialog.message().slice(0, shortTextMax)}`)
    // Another client of the browser may have answered it.
    dialog.accept().catch(() => {})
  })
  page.on('close', () => {
    const [other] = page.context().pages().slice(-1)
    if (state.page === page && other) state.page = other
  })
}

async function observe(state: State, detail?: Detail): Promise<void> {
  const nodes = await takeSnapshot(state.page).catch((thrown: unknown) => {
    throw new ActionRefusedError(`The page could not be read: ${readReason(thrown)}`)
  })
  const all = listLines(nodes, 'all')
  const isShort = all.reduce((sum, line) => sum + line.length, 0) <= wholeCharsMax
  state.lines =
    detail === 'all' || (isShort && detail === undefined) ? all : listLines(nodes, 'controls')
  state.links = new Map(listLinks(nodes))
  state.url = state.page.url()
}

function* listLinks(nodes: readonly (SnapshotNode | string)[]): Generator<[string, string]> {
  for (const node of nodes) {
    if (typeof node === 'string') continue
    if (node.ref !== undefined && node.url !== undefined) yield [node.ref, node.url]
    yield* listLinks(node.children ?? [])
  }
}

async function describe(state: State, from: number): Promise<string> {
  const { page, lines } = state
  const shown: string[] = []
  let chars = 0
  for (const line of lines.slice(from)) {
    chars += line.length + 1
    if (chars > charsMax) break
    shown.push(line)
  }
  const next = from + shown.length
  const more =
    next < lines.length ? [`(${lines.length - next} more lines: look from ${next}.)`] : []
  return [...(await describeHead(state, page)), ...shown, ...more].join('\n')
}

async function describeHead(state: State, page: Page): Promise<string[]> {
  const pages = page.context().pages().length
  const title = await page.title()
  return [
    ...state.dialogs.splice(0),
    `Page: ${title.slice(0, shortTextMax)} <${page.url()}>${pages > 1 ? ` (${pages} tabs)` : ''}`,
  ]
}

/** The lines that are new and those that are gone, if that is shorter than the page. */
async function describeChanges(state: State, before: readonly string[]): Promise<string> {
  const [gone, added] = [without(before, state.lines), without(state.lines, before)]
  if (gone.length + added.length > state.lines.length) return describe(state, 0)
  if (gone.length + added.length === 0)
    return [...(await describeHead(state, state.page)), 'Nothing on the page has changed.'].join(
      '\n',
    )
  const changes = [...gone.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)]
  const head = await describeHead(state, state.page)
  return [...head, 'Changed lines (- gone, + new):', ...changes].join('\n').slice(0, charsMax)
}

/** Lines of the first list that the second does not have, each as often as it is missing. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const left = counts.get(line) ?? 0
    counts.set(line, left - 1)
    return left <= 0
  })
}

async function perform(page: Page, { action, element, text }: PageAction): Promise<void> {
  if (action === 'wait') return page.waitForTimeout(waitMs)
  if (action === 'back') return void (await page.goBack({ timeout: openMsMax }))
  if (action === 'scroll') return page.mouse.wheel(0, text === 'up' ? -scrollPixels : scrollPixels)
  if (action === 'press' && element === undefined)
    return refusing(page.keyboard.press(required(text, 'press needs the key as text.')))
  const ref = required(element, `${action} needs the number of an element.`)
  if (!/^(?:f\d+)?e\d+$/.test(ref))
    throw new ActionRefusedError(`${ref} is not the number of an element.`)
  const found = page.getByRef(ref)
  if ((await found.count()) === 0)
    throw new ActionRefusedError(`${ref} is gone. Look at the page again.`)
  const options = { timeout: actionMsMax }
  const acts: Record<Exclude<typeof action, 'wait' | 'back' | 'scroll'>, () => Promise<unknown>> = {
    click: () => found.click(options),
    doubleClick: () => found.dblclick(options),
    hover: () => found.hover(options),
    fill: () => found.fill(text ?? '', options),
    select: () => found.selectOption(required(text, 'select needs an option as text.'), options),
    check: () => found.check(options),
    uncheck: () => found.uncheck(options),
    press: () => found.press(required(text, 'press needs the key as text.'), options),
  }
  await refusing(acts[action]())
}

function required(value: string | undefined, message: string): string {
  if (value === undefined) throw new ActionRefusedError(message)
  return value
}

/** An element that is gone or cannot be used is a result for the model. */
async function refusing(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (thrown) {
    throw new ActionRefusedError(
      `It was not possible: ${readReason(thrown)} Look at the page again.`,
    )
  }
}

const reasonLengthMax = 300

/** The first line of Playwright's message. */
function readReason(thrown: unknown): string {
  const [line = ''] = (thrown instanceof Error ? thrown.message : String(thrown)).split(
    '\nCall log:',
  )
  return line.replaceAll(/\s+/g, ' ').slice(0, reasonLengthMax)
}
