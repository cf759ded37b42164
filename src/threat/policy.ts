/** `normal` asks classifiers after the lists, `manual-only` uses the lists alone. */
export const threatModes = ['off', 'manual-only', 'normal', 'zscaler'] as const
export type ThreatMode = (typeof threatModes)[number]

/** What a team blocks (docs/threat-protection.md). */
export interface ThreatPolicy {
  readonly mode: ThreatMode
  /** A verdict with this score or a higher one blocks. */
  readonly riskScoreThreshold: number
  readonly blacklist: readonly string[]
  readonly whitelist: readonly string[]
  readonly blockedTlds: readonly string[]
  /** What happens when a classifier does not answer: `closed` blocks, `open` allows. */
  readonly failurePolicy: 'closed' | 'open'
  readonly allowRequestOverrides: boolean
}

/** Members that a request replaces. */
export type ThreatOption = {
  readonly [Name in keyof ThreatPolicy]?: ThreatPolicy[Name] | undefined
}

/** Whether a team may use threat protection; `enforced` forbids to switch it off. */
export const threatAccesses = ['off', 'allowed', 'enforced'] as const
export type ThreatAccess = (typeof threatAccesses)[number]

export const defaultPolicy: ThreatPolicy = {
  mode: 'off',
  riskScoreThreshold: 75,
  blacklist: [],
  whitelist: [],
  blockedTlds: [],
  failurePolicy: 'closed',
  allowRequestOverrides: true,
}

/** The policy of a request: the members of its option replace those of the team. */
export function mergePolicy(
  { access, policy }: { readonly access: ThreatAccess; readonly policy: ThreatPolicy },
  option: ThreatOption | undefined,
): ThreatPolicy {
  if (access === 'off') return defaultPolicy
  const given = policy.allowRequestOverrides ? (option ?? {}) : {}
  const merged = {
    mode: given.mode ?? policy.mode,
    riskScoreThreshold: given.riskScoreThreshold ?? policy.riskScoreThreshold,
    blacklist: given.blacklist ?? policy.blacklist,
    whitelist: given.whitelist ?? policy.whitelist,
    blockedTlds: given.blockedTlds ?? policy.blockedTlds,
    failurePolicy: given.failurePolicy ?? policy.failurePolicy,
    allowRequestOverrides: policy.allowRequestOverrides,
  }
  const isOff = merged.mode === 'off' && access === 'enforced'
  return isOff ? { ...merged, mode: 'normal' } : merged
}
