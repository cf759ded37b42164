/** A rule of robots.txt; `*` in its pattern stands for anything, `$` at the end for the end. */
export interface Rule {
  readonly allows: boolean
  readonly pattern: string
}

/** Rules, ready to be asked for many paths. */
export interface RuleIndex {
  /** The longest pattern that matches decides; of two equally long ones, the one that allows. */
  isAllowed(path: string): boolean
  /** Characters that are looked at for a path in the worst case, beside the path itself. */
  readonly size: number
}

/** Rules that are prefixes are found by their length and text, so that a path is not held against each of them. */
export function indexRules(rules: readonly Rule[]): RuleIndex {
  const prefixes = new Map<number, Map<string, boolean>>()
  const wildcards: Wildcard[] = []
  for (const { allows, pattern } of rules) {
    if (/[*]|\$$/.test(pattern)) {
      wildcards.push(toWildcard(pattern, allows))
      continue
    }
    const same = prefixes.get(pattern.length) ?? new Map<string, boolean>()
    same.set(pattern, allows || same.get(pattern) === true)
    prefixes.set(pattern.length, same)
  }
  const lengths = [...prefixes.keys()].toSorted((a, b) => b - a)
  wildcards.sort((a, b) => b.length - a.length || Number(b.allows) - Number(a.allows))

  function prefixOf(path: string): Verdict | undefined {
    for (const length of lengths) {
      if (length > path.length) continue
      const allows = prefixes.get(length)?.get(path.slice(0, length))
      if (allows !== undefined) return { length, allows }
    }
    return undefined
  }

  return {
    isAllowed(path) {
      const prefix = prefixOf(path)
      const wildcard = wildcards.find(
        (rule) => rule.length < (prefix?.length ?? 0) || isMatch(rule, path),
      )
      const found = wildcard && wildcard.length >= (prefix?.length ?? 0) ? wildcard : undefined
      if (!prefix || !found) return (prefix ?? found)?.allows ?? true
      return found.length > prefix.length ? found.allows : found.allows || prefix.allows
    },
    size:
      lengths.reduce((sum, length) => sum + length, 0) +
      wildcards.reduce((sum, { length }) => sum + length, 0),
  }
}

interface Verdict {
  readonly length: number
  readonly allows: boolean
}

interface Wildcard extends Verdict {
  readonly first: string
  readonly parts: readonly string[]
  /** What the path ends with behind the last star; undefined when anything may follow. */
  readonly last: string | undefined
  /** There is no star: the path is `first`. */
  readonly isExact: boolean
}

function toWildcard(pattern: string, allows: boolean): Wildcard {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  const isExact = isWhole && parts.length === 0
  const last = isWhole ? parts.pop() : undefined
  return { length: pattern.length, allows, first, parts, last, isExact }
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
