/** A rule of robots.txt; in its pattern, `*` matches anything and a final `$` the end. */
export interface RobotsRule {
  readonly allows: boolean
  readonly pattern: string
}

/** Rules, indexed for many paths. Adding a rule takes time proportional to its length. */
export interface RuleIndex {
  add(rule: RobotsRule): void
  /** The longest matching pattern decides; of two equally long ones, the one that allows. */
  isAllowed(path: string): boolean
  /** Maximum cost of matching a path of this length, in units of about 20 ns. */
  countWork(pathLength: number): number
  /** Estimated memory of the rules in bytes. */
  bytes(): number
}

/** Rules of one length. Prefixes are looked up by their text. */
interface SameLength {
  readonly prefixes: Map<string, boolean>
  readonly wildcards: Map<string, Wildcard>
}

const bytesPerRule = 300
/** Texts are compared in blocks of this many characters. */
const charactersAtOnce = 16

/** Matches a path against the rules from the longest on. */
export function createRuleIndex(): RuleIndex {
  const byLength = new Map<number, SameLength>()
  /** Lengths in descending order; undefined if one was added since. */
  let lengths: readonly number[] | undefined
  let [prefixLengths, wildcards, calls, rules] = [0, 0, 0, 0]

  function ofLength(length: number): SameLength {
    const known = byLength.get(length)
    if (known) return known
    const made = { prefixes: new Map<string, boolean>(), wildcards: new Map<string, Wildcard>() }
    byLength.set(length, made)
    lengths = undefined
    return made
  }

  return {
    add({ allows, pattern }) {
      const same = ofLength(pattern.length)
      rules += 1
      if (!/[*]|\$$/.test(pattern)) {
        if (same.prefixes.size === 0) {
          prefixLengths += 1
          calls += 2
        }
        same.prefixes.set(pattern, allows || same.prefixes.get(pattern) === true)
        return
      }
      const known = same.wildcards.get(pattern)
      if (known) {
        known.allows ||= allows
        return
      }
      const wildcard = toWildcard(pattern, allows)
      same.wildcards.set(pattern, wildcard)
      wildcards += 1
      calls += 2 + 2 * wildcard.parts.length
    },
    isAllowed(path) {
      lengths ??= [...byLength.keys()].toSorted((a, b) => b - a)
      for (const length of lengths) {
        const same = byLength.get(length)
        const verdict = same && findVerdict(same, path, length)
        if (verdict !== undefined) return verdict
      }
      return true
    },
    countWork: (pathLength) =>
      ((prefixLengths + wildcards) * pathLength) / charactersAtOnce + calls,
    bytes: () => rules * bytesPerRule,
  }
}

/** Undefined if no rule matches. */
function findVerdict(
  { prefixes, wildcards }: SameLength,
  path: string,
  length: number,
): boolean | undefined {
  const prefix = length <= path.length ? prefixes.get(path.slice(0, length)) : undefined
  if (prefix === true) return true
  let verdict = prefix
  for (const wildcard of wildcards.values()) {
    // A rule that disallows cannot override one that allows.
    if ((wildcard.allows || verdict === undefined) && isMatch(wildcard, path)) {
      if (wildcard.allows) return true
      verdict = false
    }
  }
  return verdict
}

interface Wildcard {
  allows: boolean
  readonly first: string
  readonly parts: readonly string[]
  /** Text after the last star; undefined when anything may follow. */
  readonly last: string | undefined
  /** The pattern has no star: the path must equal `first`. */
  readonly isExact: boolean
}

function toWildcard(pattern: string, allows: boolean): Wildcard {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  const isExact = isWhole && parts.length === 0
  const last = isWhole ? parts.pop() : undefined
  return { allows, first, parts, last, isExact }
}

function isMatch({ first, parts, last, isExact }: Wildcard, path: string): boolean {
  if (isExact) return path === first
  if (!path.startsWith(first)) return false
  let position = first.length
  for (const part of parts) {
    const found = path.indexOf(part, position)
    if (found === -1) return false
    position = found + part.length
  }
  if (last === undefined) return true
  return path.endsWith(last) && path.length - last.length >= position
}
