import type { LeafChanges } from '#changes/leaf-changes.ts'
import type { PageVersion } from '#changes/page-version.ts'
import type { ReadAgain } from '#kernel/read-again.ts'
import { LateTaskError } from '#kernel/task-threads.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Watcher } from './create-watcher.ts'
import type { ProductFacts } from './find-values.ts'
import { judgeRules, type JudgedRules, type RuleResult, type RuleState } from './judge-rules.ts'
import type { Rule, WatchSettings } from './watch.ts'

/** Two versions of a page, as they were read. */
export interface PageToWatch {
  readonly watch: WatchSettings | undefined
  readonly current: PageVersion
  readonly previous: PageVersion | undefined
  readonly readAgain: ReadAgain | undefined
  readonly product: ProductFacts | undefined
  readonly isPart: boolean
}

/** The same without what is to be ignored, and what the rules say. */
export type WatchedPage = Pick<PageToWatch, 'current' | 'previous' | 'readAgain'> & {
  readonly rules?: JudgedRules
}

/** Returns undefined when the patterns take too long on this page. */
export async function watchPage(
  watcher: Pick<Watcher, 'read'>,
  page: PageToWatch,
  caller: Caller,
): Promise<WatchedPage | undefined> {
  const { watch, current, previous, readAgain, product, isPart } = page
  if (!watch) return page
  const read = (versions: readonly PageVersion[], wanted = watch) =>
    watcher.read({ watch: wanted, versions, product, isPart }, caller)
  try {
    const { versions, found } = await read([...(previous ? [previous] : []), current])
    const states = (previous?.rules ?? []) as readonly RuleState[]
    return {
      current: versions.at(-1) ?? current,
      previous: previous && versions[0],
      readAgain: readAgain && withoutIgnoredAgain(readAgain, read, watch),
      ...(watch.rules.length > 0 && { rules: judgeRules(watch.rules, found, states) }),
    }
  } catch (error) {
    if (error instanceof LateTaskError) return undefined
    throw error
  }
}

type Read = (
  versions: readonly PageVersion[],
  watch: WatchSettings,
) => Promise<{ readonly versions: readonly PageVersion[] }>

const withoutIgnoredAgain =
  (readAgain: ReadAgain, read: Read, watch: WatchSettings): ReadAgain =>
  async (signal) => {
    const version = await readAgain(signal)
    if (!version) return undefined
    const { versions } = await read([version], { ...watch, rules: [] })
    return versions[0]
  }

export const tooLate =
  'The patterns of the monitor take too long on this page. Send fewer or simpler ones, or select a part of the page with includeTags.'

export const isAnyMet = ({ results }: Pick<JudgedRules, 'results'>): boolean =>
  results.some(({ isMet }) => isMet)

/** The values of the rules that are met, as changed data. */
export function listRuleChanges(results: readonly RuleResult[]): LeafChanges {
  const met = results.filter(({ isMet }) => isMet)
  return Object.fromEntries(
    met.map(({ rule, before, found }) => [
      nameRule(rule),
      { previous: before ?? null, current: found },
    ]),
  )
}

/** The value that a rule looks at: `price`, `number after "Rating"`. */
export function nameRule(rule: Rule): string {
  if (rule.type === 'text') return `text "${rule.text}"`
  if (rule.type === 'number' && rule.after !== undefined) return `number after "${rule.after}"`
  return rule.type
}

/** What is met, in words: `price is below 40`. */
export function describeRule({ rule, found }: RuleResult): string {
  const name = nameRule(rule)
  if (rule.type === 'text') return `${name} ${rule.when}`
  if (rule.type === 'stock') return found === true ? 'in stock' : 'out of stock'
  const value = found === null ? 'unknown' : String(found)
  if (rule.when === 'below' || rule.when === 'above')
    return `${name} is ${rule.when} ${String(rule.value)}: ${value}`
  return `${name} has changed: ${value}`
}
