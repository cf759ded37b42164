import { prices } from '#credits/prices.ts'
import { ServiceError } from '#kernel/errors.ts'
import { createYields } from '#kernel/event-loop.ts'
import type { Screen } from '#kernel/screen.ts'
import { withoutUserInfo } from '#kernel/url.ts'
import { allowed, decideByLists, type Decision } from './decision.ts'
import { createDomainList, listedHost, type DomainList } from './domain-list.ts'
import type { ThreatPolicy } from './policy.ts'

/** The policy of one request, the hosts of its key, and what its scans cost. */
export interface ThreatScreen extends Screen {
  /** Like `decide`, for a URL that the request is about: a scan of it is charged, once per URL. */
  scan(url: string, signal: AbortSignal): Promise<Decision>
  /**
   * Those of the URLs that are blocked, in their order, with the error of each; scans of them are charged. Classifiers are asked about
   * the first `judgedMax` URLs.
   */
  blocked(
    urls: readonly string[],
    options: { readonly signal: AbortSignal; readonly judgedMax?: number },
  ): Promise<ReadonlyMap<string, ServiceError>>
  decide(url: string, signal: AbortSignal): Promise<Decision>
  /** Like `decide`, for a URL that is about to be reached: it is counted when it is blocked. */
  judge(url: string, signal: AbortSignal): Promise<Decision>
  /** Credits of the scans so far. */
  readonly credits: number
}

interface ScreenParts {
  /** The policy that applies now: settings may change while a job runs. */
  readonly policyNow: () => Promise<ThreatPolicy>
  /** The only hosts that may be reached; empty for all. */
  readonly findHosts: () => Promise<readonly string[]>
  readonly decideBy: (policy: ThreatPolicy, url: URL, signal: AbortSignal) => Promise<Decision>
  /** Called for decisions that block. */
  readonly onBlocked: (decision: Decision) => void
}

const decisionsAtOnce = 32

export function createScreen({
  policyNow,
  findHosts,
  decideBy,
  onBlocked,
}: ScreenParts): ThreatScreen {
  const scanned = new Set<string>()

  async function decide(text: string, signal: AbortSignal): Promise<Decision> {
    const url = URL.parse(text)
    // What is no URL cannot be fetched either.
    if (!url) return allowed
    if (isForeign(url, await findHosts())) return foreign
    return decideBy(await policyNow(), url, signal)
  }

  async function judge(url: string, signal: AbortSignal): Promise<Decision> {
    const decision = await decide(url, signal)
    if (!decision.isAllowed) onBlocked(decision)
    return decision
  }

  async function scan(url: string, signal: AbortSignal): Promise<Decision> {
    const decision = await judge(url, signal)
    if (decision.isScanned) scanned.add(url)
    return decision
  }

  /** Of the lists alone. */
  function judgeListed(rules: Rules, url: string): Decision {
    const decision = decideListed(rules, url)
    if (!decision.isAllowed) onBlocked(decision)
    return decision
  }

  return {
    get credits() {
      return scanned.size * prices.threatScan
    },
    decide,
    judge,
    admit: async (url, signal) => refuseBlocked(url, await judge(url, signal)),
    scan,
    async blocked(urls, { signal, judgedMax = Number.POSITIVE_INFINITY }) {
      const [policy, hosts] = await Promise.all([policyNow(), findHosts()])
      if (policy.mode === 'off' && hosts.length === 0) return new Map()
      const unique = [...new Set(urls)]
      const decisions = await decisionsOn(unique, (url, index) =>
        index < judgedMax ? scan(url, signal) : judgeListed({ policy, hosts }, url),
      )
      return new Map(
        unique.flatMap((url) => {
          const decision = decisions.get(url)
          return decision && !decision.isAllowed ? [[url, blockedError(url, decision)]] : []
        }),
      )
    },
  }
}

interface Rules {
  readonly policy: ThreatPolicy
  readonly hosts: readonly string[]
}

function decideListed({ policy, hosts }: Rules, text: string): Decision {
  const url = URL.parse(text)
  if (!url) return allowed
  return isForeign(url, hosts) ? foreign : (decideByLists(policy, url) ?? allowed)
}

const foreign: Decision = { ...allowed, isAllowed: false, rule: 'key-hosts' }

/** The hosts of keys, prepared once. */
const hostLists = new WeakMap<readonly string[], DomainList>()

function isForeign(url: URL, hosts: readonly string[]): boolean {
  if (hosts.length === 0) return false
  const list = hostLists.get(hosts) ?? createDomainList(hosts)
  hostLists.set(hosts, list)
  return !list.has(listedHost(url))
}

/** Decides about many URLs at once, without blocking the event loop. */
async function decisionsOn(
  urls: readonly string[],
  decideOn: (url: string, index: number) => Promise<Decision> | Decision,
): Promise<ReadonlyMap<string, Decision>> {
  const decisions = new Map<string, Decision>()
  const yields = createYields()
  const next = urls.entries()
  async function work(): Promise<void> {
    for (const [index, url] of next) {
      await yields.next()
      decisions.set(url, await decideOn(url, index))
    }
  }
  await Promise.all(Array.from({ length: decisionsAtOnce }, () => work()))
  return decisions
}

/** The same screen, which also notes decisions that block. */
export const notingBlocked = (
  screen: ThreatScreen,
  note: (decision: Decision) => void,
): ThreatScreen => ({
  ...screen,
  get credits() {
    return screen.credits
  },
  async admit(url, signal) {
    const decision = await screen.judge(url, signal)
    if (!decision.isAllowed) note(decision)
    refuseBlocked(url, decision)
  },
})

/** Fails with `unsafe_domain_blocked` or `KEY_HOST_NOT_ALLOWED` if the decision blocks the URL. */
export function refuseBlocked(url: string, decision: Decision): void {
  if (!decision.isAllowed) throw blockedError(url, decision)
}

function blockedError(url: string, { rule }: Decision): ServiceError {
  if (rule === 'key-hosts') {
    const message = `Request blocked: this API key is restricted to other hosts than that of ${withoutUserInfo(url)}.`
    return new ServiceError('KEY_HOST_NOT_ALLOWED', message)
  }
  return new ServiceError(
    'unsafe_domain_blocked',
    `This URL (${withoutUserInfo(url)}) is blocked by your organization's threat protection policy (rule: ${rule}). Ask an admin of your team if it should be allowed.`,
  )
}
