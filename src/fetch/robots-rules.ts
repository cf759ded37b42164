import { createYields } from '#kernel/event-loop.ts'
import { createRuleIndex, type RuleIndex } from './robots-match.ts'

/** Rules of a robots.txt for one user agent (RFC 9309). */
export interface RobotsRules {
  /** Whether an absolute URL of that site may be fetched. */
  isAllowed(url: string): boolean
  /** Absolute or relative sitemap URLs, as written. They apply to all user agents. */
  readonly sitemaps: readonly string[]
  /** Requested delay between two requests, in seconds. */
  readonly crawlDelaySeconds: number | undefined
  /** Maximum cost of judging a URL of this length, in units of about 20 ns. */
  countWork(urlLength: number): number
  /** Estimated memory of the rules. */
  readonly bytes: number
  /** The text of the rules, for parsing it in another thread. */
  readonly source: RobotsSource | undefined
}

/** A robots.txt and the user agent names that apply. */
export interface RobotsSource {
  readonly text: string
  readonly agents: readonly string[]
}

/** The rules when there is no robots.txt: everything is allowed. */
export const noRules: RobotsRules = {
  isAllowed: () => true,
  sitemaps: [],
  crawlDelaySeconds: undefined,
  countWork: () => 0,
  bytes: 0,
  source: undefined,
}

/**
 * Parses robots.txt for `agents` (product tokens, case-insensitive). Groups that name one of them are merged and the others ignored;
 * if none does, the groups for `*` apply. Never fails.
 */
export function readRobots(text: string, agents: readonly string[]): RobotsRules {
  const reader = createReader({ text, agents })
  for (const [line] of text.matchAll(lines)) reader.read(line)
  return reader.rules()
}

/** The same, for a large text in slices, so that other requests are not blocked. */
export async function readRobotsInTurns(
  text: string,
  agents: readonly string[],
): Promise<RobotsRules> {
  const reader = createReader({ text, agents })
  const yields = createYields()
  for (const [line] of text.matchAll(lines)) {
    reader.read(line)
    await yields.next()
  }
  return reader.rules()
}

const lines = /[^\r\n]+/g

/** Longer than any URL with escapes. */
const patternLengthMax = 65_536

/** Merged rules of several groups. */
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
 * Reads the lines of a robots.txt. A group is a run of `User-agent` lines and everything up to the next such line; other keys do not
 * end it.
 */
function createReader(source: RobotsSource) {
  const names = new Set(source.agents.map((agent) => agent.toLowerCase()))
  const own = newMerged()
  const everybody = newMerged()
  const sitemaps: string[] = []
  /** Rule sets that the current group belongs to. */
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
      const { key, value } = parseLine(text) ?? {}
      if (!key || !value) {
        if (key === 'user-agent') name('')
        if (key === 'allow' || key === 'disallow') isNaming = false
        return
      }
      if (key === 'sitemap') sitemaps.push(value)
      else if (key === 'user-agent') name(readAgent(value))
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
        isAllowed: (url) => index.isAllowed(readPath(url)),
        countWork: (urlLength) => index.countWork(urlLength),
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

/** `key: value # comment`; white space is accepted instead of the colon. */
function parseLine(text: string): Line | undefined {
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

/** The product token: `Foo` of `Foo/1.2 (comment)`. */
function readAgent(value: string): string {
  if (/^\*(\s|$)/.test(value)) return '*'
  return (/^[a-z_-]*/i.exec(value)?.[0] ?? '').toLowerCase()
}

/** Path and query, percent-encoded. */
function readPath(url: string): string {
  const { pathname, search } = new URL(url)
  return escaped(pathname + search)
}

/** Normalises the escapes of patterns and paths; an escaped reserved character stays different from the plain one. */
function escaped(text: string): string {
  return text
    .replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase())
    .replace(/[^ -~]+/g, (characters) => encodeURIComponent(characters.toWellFormed()))
}
