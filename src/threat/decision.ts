import type { ThreatFacts } from '#kernel/fetch-activity.ts'
import { parseAddress } from '#net/address.ts'
import { createDomainList, listedHost, type DomainList } from './domain-list.ts'
import type { ThreatPolicy } from './policy.ts'
import type { Assessment } from './verdicts.ts'

/** The rule that decided; null when none did. */
export type ThreatRule =
  | 'whitelist'
  | 'blacklist'
  | 'blocked-tld'
  | 'risk-score'
  | 'provider-failure'
  /** The key may only reach other hosts. */
  | 'key-hosts'

/** Whether a URL may be reached, and why. */
export interface Decision {
  readonly isAllowed: boolean
  readonly rule: ThreatRule | null
  /** The classifier that gave the verdict. */
  readonly provider: string | null
  readonly categories: readonly string[]
  /** Whether an external classifier was asked, or its earlier verdict was used. */
  readonly isScanned: boolean
}

const byList = { provider: null, categories: [], isScanned: false }

interface CompiledLists {
  readonly whitelist: DomainList
  readonly blacklist: DomainList
  readonly blockedTlds: ReadonlySet<string>
}

/** The lists of a policy, prepared once. */
const compiled = new WeakMap<ThreatPolicy, CompiledLists>()

function compileLists(policy: ThreatPolicy): CompiledLists {
  const known = compiled.get(policy)
  if (known) return known
  const lists = {
    whitelist: createDomainList(policy.whitelist),
    blacklist: createDomainList(policy.blacklist),
    blockedTlds: new Set(policy.blockedTlds),
  }
  compiled.set(policy, lists)
  return lists
}

/** The decision of the lists: whitelist, blacklist, top-level domain, in this order. Undefined when none of them decides. */
export function decideByLists(policy: ThreatPolicy, url: URL): Decision | undefined {
  const { whitelist, blacklist, blockedTlds } = compileLists(policy)
  const host = listedHost(url)
  if (whitelist.has(host)) return { isAllowed: true, rule: 'whitelist', ...byList }
  if (blacklist.has(host)) return { isAllowed: false, rule: 'blacklist', ...byList }
  const isBlockedTld =
    parseAddress(host) === null && blockedTlds.has(host.slice(host.lastIndexOf('.') + 1))
  return isBlockedTld ? { isAllowed: false, rule: 'blocked-tld', ...byList } : undefined
}

/** The decision by what the classifiers say. A score that blocks counts also when another classifier failed. */
export function decideByScore(policy: ThreatPolicy, assessment: Assessment): Decision {
  const { verdict, isScanned, hasFailed } = assessment
  const { provider, categories, score } = verdict
  const shared = { provider, categories, isScanned }
  if (provider !== null && score >= policy.riskScoreThreshold) {
    return { isAllowed: false, rule: 'risk-score', ...shared }
  }
  if (!hasFailed) return { isAllowed: true, rule: null, ...shared }
  return { isAllowed: policy.failurePolicy === 'open', rule: 'provider-failure', ...shared }
}

export const allowed: Decision = { isAllowed: true, rule: null, ...byList }

/** The decision where nothing is checked. */
export const unchecked: Decision = { ...allowed }

/** What the audit log says about a decision; undefined where nothing is checked. */
export function threatFacts(decision: Decision): ThreatFacts | undefined {
  if (decision === unchecked) return undefined
  const { isAllowed, rule, provider, categories } = decision
  return { decision: isAllowed ? 'allow' : 'deny', rule, provider, categories }
}
