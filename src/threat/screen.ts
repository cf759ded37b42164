import { prices } from '#credits/prices.ts'
import { ServiceError } from '#kernel/errors.ts'
import { createYields } from '#kernel/event-loop.ts'
import type { Screen } from '#kernel/screen.ts'
import { withoutUserInfo } from '#kernel/url.ts'
import { allowed, decideByLists, type Decision } from './decision.ts'
import type { ThreatPolicy } from './policy.ts'

/** The policy of one request, and what its scans cost. */
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
  readonly decideBy: (policy: ThreatPolicy, url: URL, signal: AbortSignal) => Promise<Decision>
  /** Called for decisions that block. */
  readonly onBlocked: (decision: Decision) => void
}

const decisionsAtOnce = 32

export function createScreen({ policyNow, decideBy, onBlocked }: ScreenParts): ThreatScreen {
  const scanned = new Set<string>()

  async function decide(text: string, signal: AbortSignal): Promise<Decision> {
    const policy = await policyNow()
    const url = URL.parse(text)
    // What is no URL cannot be fetched either.
    return url ? decideBy(policy, url, signal) : allowed
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
  function judgeListed(policy: ThreatPolicy, url: string): Decision {
    const decision = decideListed(policy, url)
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
      const policy = await policyNow()
      if (policy.mode === 'off') return new Map()
      const unique = [...new Set(urls)]
      const decisions = await decisionsOn(unique, (url, index) =>
        index < judgedMax ? scan(url, signal) : judgeListed(policy, url),
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

function decideListed(policy: ThreatPolicy, text: string): Decision {
  const url = URL.parse(text)
  return (url && decideByLists(policy, url)) ?? allowed
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

/** Fails with `unsafe_domain_blocked` if the decision blocks the URL. */
export function refuseBlocked(url: string, decision: Decision): void {
  if (!decision.isAllowed) throw blockedError(url, decision)
}

const blockedError = (url: string, { rule }: Decision) =>
  new ServiceError(
    'unsafe_domain_blocked',
    `This URL (${withoutUserInfo(url)}) is blocked by your organization's threat protection policy (rule: ${rule}). Ask an admin of your team if it should be allowed.`,
  )
