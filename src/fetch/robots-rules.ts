import { createTurns } from '#kernel/turns.ts'
import { createRuleIndex, type RuleIndex } from './robots-match.ts'

/** What robots.txt says to one visitor (RFC 9309). */
export interface RobotsRules {
  /** Whether the visitor may fetch an absolute URL of that site. */
  isAllowed(url: string): boolean
  /** Absolute or relative URLs of the sitemaps it names, for every visitor, as written. */
  readonly sitemaps: readonly string[]
  /** Seconds the visitor is asked to leave between two requests. */
  readonly crawlDelaySeconds: number | undefined
  /** What judging a URL of this length takes in the worst case, in units of some 20 ns. */
  workOf(urlLength: number): number
  /** Bytes that the rules take, estimated. */
  readonly bytes: number
  /** What the rules were read from, for reading them again in another thread. */
  readonly source: RobotsSource | undefined
}

/** A robots.txt, and the names its visitor goes by. */
export interface RobotsSource {
  readonly text: string
  readonly agents: readonly string[]
}

/** Everything is allowed where there is no robots.txt. */
export const noRules: RobotsRules = {
  isAllowed: () => true,
  sitemaps: [],
  crawlDelaySeconds: undefined,
  workOf: () => 0,
  bytes: 0,
  source: undefined,
}

/**
 * Reads robots.txt for a visitor that goes by `agents` (product tokens, case does not matter). Groups that name one of
 * them are merged and are the only ones that count; without any, those for `*` are. Nothing makes it fail.
 */
export function readRobots(text: string, agents: readonly string[]): RobotsRules {
  const reader = createReader({ text, agents })
  for (const [line] of text.matchAll(lines)) reader.read(line)
  return reader.rules()
}

/** The same; a large text is read in turns, so that others are served in between. */
export async function readRobotsInTurns(
  text: string,
  agents: readonly string[],
): Promise<RobotsRules> {
  const reader = createReader({ text, agents })
  const turns = createTurns()
  for (const [line] of text.matchAll(lines)) {
    reader.read(line)
    await turns.next()
  }
  return reader.rules()
}

const lines = /[^\r\n]+/g

/** Longer than any URL as it goes over the wire. */
const patternLengthMax = 65_536

/** The rules of the groups that are merged. */
interface Merged {
  readonly index: RuleIndex
  isNamed: boolean
  delaySeconds: number | undefined
}

const newMerged = (): Merged => ({
  index: createRuleIndex(),
  isNamed: false,
  delaySeconds: undefined,
})

/**
 * Takes the lines of a robots.txt. A group is a run of `User-agent` lines and what follows until the next such line; other
 * keys do not part it.
 */
function createReader(source: RobotsSource) {
  const names = new Set(source.agents.map((agent) => agent.toLowerCase()))
  const own = newMerged()
  const everybody = newMerged()
  const sitemaps: string[] = []
  /** What the current group belongs to. */
  let current: Merged[] = []
  let isNaming = false

  function name(agent: string): void {
    if (!isNaming) current = []
    isNaming = true
    const merged = agent === '*' && !names.has('*') ? everybody : names.has(agent) ? own : undefined
    if (!merged || current.includes(merged)) return
    merged.isNamed = true
    current.push(merged)
  }

  return {
    read(text: string): void {
      const { key, value } = lineOf(text) ?? {}
      if (!key || !value) {
        if (key === 'user-agent') name('')
        if (key === 'allow' || key === 'disallow') isNaming = false
        return
      }
      if (key === 'sitemap') sitemaps.push(value)
      else if (key === 'user-agent') name(agentOf(value))
      else if (key === 'allow' || key === 'disallow') {
        isNaming = false
        if (value.length > patternLengthMax || current.length === 0) return
        const rule = { allows: key === 'allow', pattern: escaped(value) }
        for (const { index } of current) index.add(rule)
      } else if (key === 'crawl-delay' && Number(value) >= 0) {
        for (const merged of current) merged.delaySeconds ??= Number(value)
      }
    },
    rules(): RobotsRules {
      const { index, delaySeconds } = own.isNamed ? own : everybody
      return {
        isAllowed: (url) => index.isAllowed(pathOf(url)),
        workOf: (urlLength) => index.workOf(urlLength),
        bytes: source.text.length + index.bytes(),
        source,
        sitemaps,
        crawlDelaySeconds: delaySeconds,
      }
    },
  }
}

interface Line {
  readonly key: string
  readonly value: string
}

/** `key: value # remark`; some write white space for the colon. */
function lineOf(text: string): Line | undefined {
  const remark = text.indexOf('#')
  const line = (remark === -1 ? text : text.slice(0, remark)).replace(/^\uFEFF/, '').trim()
  const colon = line.indexOf(':')
  if (colon !== -1) {
    return {
      key: line.slice(0, colon).trimEnd().toLowerCase(),
      value: line.slice(colon + 1).trimStart(),
    }
  }
  const [key = '', value, ...rest] = line.split(/\s+/, 3)
  return value === undefined || rest.length > 0 ? undefined : { key: key.toLowerCase(), value }
}

/** The product token: `Foo` of `Foo/1.2 (remark)`. */
function agentOf(value: string): string {
  if (/^\*(\s|$)/.test(value)) return '*'
  return (/^[a-z_-]*/i.exec(value)?.[0] ?? '').toLowerCase()
}

/** Path and query as they go over the wire. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return escaped(pathname + search)
}

/** One spelling for the escapes of patterns and paths; an escaped letter stays another thing than the letter. */
function escaped(text: string): string {
  return text
    .replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase())
    .replace(/[^ -~]+/g, (characters) => encodeURIComponent(characters.toWellFormed()))
}
