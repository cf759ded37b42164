import type { Call } from '#kernel/call.ts'
import type { ThreatOption } from '#threat/policy.ts'
import type { Threats } from '#threat/threats.ts'

/**
 * Fails with `FORBIDDEN` for an option that the team may not use, and with `unsafe_domain_blocked` if the policy blocks one of the
 * pages that a run is given.
 */
export type RefuseThreats = (
  request: {
    readonly urls?: readonly string[] | undefined
    readonly threatProtection?: ThreatOption | undefined
  },
  call: Call,
) => Promise<void>

/** Classifiers judge so many URLs when the run is started, and the others when they are read. */
const judgedMax = 100

export const createRefuseThreats =
  (threats: Pick<Threats, 'refuseOption' | 'findScreen'>): RefuseThreats =>
  async ({ urls = [], threatProtection }, { account, signal }) => {
    await threats.refuseOption(account.teamId, threatProtection)
    const screen = threats.findScreen(account, threatProtection)
    const [first] = (await screen.blocked(urls, { signal, judgedMax })).values()
    if (first) throw first
  }
