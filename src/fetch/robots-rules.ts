/** What robots.txt says to one visitor (RFC 9309). */
export interface RobotsRules {
  /** Whether the visitor may fetch an absolute URL of that site. */
  isAllowed(url: string): boolean
  /** Absolute or relative URLs of the sitemaps it names, for every visitor, as written. */
  readonly sitemaps: readonly string[]
  /** Seconds the visitor is asked to leave between two requests. */
  readonly crawlDelaySeconds: number | undefined
}

/** Everything is allowed where there is no robots.txt. */
export const noRules: RobotsRules = {
  isAllowed: () => true,
  sitemaps: [],
  crawlDelaySeconds: undefined,
}

/**
 * Reads robots.txt for a visitor that goes by `agents` (product tokens, case does not matter). Groups that name one of
 * them are merged and are the only ones that count; without any, those for `*` are. Nothing makes it fail.
 */
export function readRobots(text: string, agents: readonly string[]): RobotsRules {
  const lines = text.split(/\r\n|\r|\n/).flatMap(readLine)
  const names = new Set(agents.map((agent) => agent.toLowerCase()))
  const groups = groupsOf(lines)
  const own = groups.filter((group) => group.agents.some((agent) => names.has(agent)))
  const counted = own.length > 0 ? own : groups.filter((group) => group.agents.includes('*'))
  const rules = counted.flatMap((group) => group.rules)
  return {
    isAllowed: (url) => isAllowed(rules, pathOf(url)),
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

interface Rule {
  readonly allows: boolean
  readonly pattern: string
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

/** The longest pattern that matches decides; of two equally long ones, the one that allows. */
function isAllowed(rules: readonly Rule[], path: string): boolean {
  const longest = { allow: -1, disallow: -1 }
  for (const { allows, pattern } of rules) {
    const side = allows ? 'allow' : 'disallow'
    if (pattern.length > longest[side] && matches(pattern, path)) longest[side] = pattern.length
  }
  return longest.allow >= longest.disallow
}

/** `*` stands for anything, `$` at the end for the end; without it a pattern is a prefix. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...rest] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  const last = isWhole ? rest.pop() : undefined
  let position = first.length
  for (const part of rest) {
    const found = path.indexOf(part, position)
    if (found === -1) return false
    position = found + part.length
  }
  if (last !== undefined) return path.endsWith(last) && path.length - last.length >= position
  return !isWhole || position === path.length
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
