import { setImmediate } from 'node:timers/promises'
import { indexRules, type Rule } from './robots-match.ts'

/** What robots.txt says to one visitor (RFC 9309). */
export interface RobotsRules {
  /** Whether the visitor may fetch an absolute URL of that site. */
  isAllowed(url: string): boolean
  /** Absolute or relative URLs of the sitemaps it names, for every visitor, as written. */
  readonly sitemaps: readonly string[]
  /** Seconds the visitor is asked to leave between two requests. */
  readonly crawlDelaySeconds: number | undefined
  /** Characters of rules that judging a URL looks at in the worst case. */
  readonly size: number
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
  size: 0,
  source: undefined,
}

/**
 * Reads robots.txt for a visitor that goes by `agents` (product tokens, case does not matter). Groups that name one of
 * them are merged and are the only ones that count; without any, those for `*` are. Nothing makes it fail.
 */
export function readRobots(text: string, agents: readonly string[]): RobotsRules {
  return toRules(readLines(text), { text, agents })
}

/** The same; a large text is read in pieces, so that others are served in between. */
export async function readRobotsInPieces(
  text: string,
  agents: readonly string[],
): Promise<RobotsRules> {
  const lines: Line[] = []
  for (let start = 0; start < text.length;) {
    const next = text.indexOf('\n', start + pieceLength)
    const end = next === -1 ? text.length : next + 1
    for (const line of readLines(text.slice(start, end))) lines.push(line)
    start = end
    if (start < text.length) await setImmediate()
  }
  return toRules(lines, { text, agents })
}

/** Reading one takes less than 10 ms. */
const pieceLength = 32_768

const readLines = (text: string) => text.split(/\r\n|\r|\n/).flatMap(readLine)

function toRules(lines: readonly Line[], source: RobotsSource): RobotsRules {
  const { agents } = source
  const names = new Set(agents.map((agent) => agent.toLowerCase()))
  const groups = groupsOf(lines)
  const own = groups.filter((group) => group.agents.some((agent) => names.has(agent)))
  const counted = own.length > 0 ? own : groups.filter((group) => group.agents.includes('*'))
  const rules = indexRules(counted.flatMap((group) => group.rules))
  return {
    isAllowed: (url) => rules.isAllowed(pathOf(url)),
    size: rules.size,
    source,
    sitemaps: lines.flatMap(({ key, value }) => (key === 'sitemap' && value ? [value] : [])),
    crawlDelaySeconds: counted.find((group) => group.delaySeconds !== undefined)?.delaySeconds,
  }
}

interface Line {
  readonly key: string
  readonly value: string
}

/** `key: value # remark`; some write white space for the colon. */
function readLine(text: string): Line[] {
  const line =
    text
      .replace(/^\uFEFF/, '')
      .split('#', 1)[0]
      ?.trim() ?? ''
  const colon = line.indexOf(':')
  if (colon !== -1) {
    return [
      {
        key: line.slice(0, colon).trimEnd().toLowerCase(),
        value: line.slice(colon + 1).trimStart(),
      },
    ]
  }
  const [key = '', value, ...rest] = line.split(/\s+/, 3)
  return value === undefined || rest.length > 0 ? [] : [{ key: key.toLowerCase(), value }]
}

interface Group {
  readonly agents: string[]
  readonly rules: Rule[]
  delaySeconds: number | undefined
}

/** A group is a run of `User-agent` lines and what follows until the next such line; other keys do not part it. */
function groupsOf(lines: readonly Line[]): Group[] {
  const groups: Group[] = []
  let current: Group | undefined
  let isNaming = false
  for (const { key, value } of lines) {
    if (key === 'user-agent') {
      if (!isNaming || !current) groups.push((current = newGroup()))
      isNaming = true
      current.agents.push(agentOf(value))
    } else if (current && (key === 'allow' || key === 'disallow')) {
      isNaming = false
      if (value) current.rules.push({ allows: key === 'allow', pattern: escaped(value) })
    } else if (current && key === 'crawl-delay') {
      const seconds = Number(value)
      if (value && seconds >= 0) current.delaySeconds ??= seconds
    }
  }
  return groups
}

const newGroup = (): Group => ({ agents: [], rules: [], delaySeconds: undefined })

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
