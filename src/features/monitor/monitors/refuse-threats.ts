import { PageOptions } from '#pages/page-options.ts'
import type { MonitorTarget } from '#features/monitor/targets.ts'
import type { Call } from '#kernel/call.ts'
import type { Threats } from '#threat/threats.ts'

/** Classifiers judge so many URLs when the monitor is written, and the others at each check. */
const judgedMax = 100

/**
 * Fails with `FORBIDDEN` for a threat option that the team may not use, and with `unsafe_domain_blocked` if the policy blocks a target.
 */
export async function refuseThreats(
  targets: readonly MonitorTarget[],
  { account, signal }: Call,
  threats: Pick<Threats, 'refuseOption' | 'findScreen'>,
): Promise<void> {
  for (const target of targets) {
    if (target.type === 'search') continue
    const { data } = PageOptions.safeParse(target.scrapeOptions)
    await threats.refuseOption(account.teamId, data?.threatProtection)
    const screen = threats.findScreen(account, data?.threatProtection)
    const urls = target.type === 'scrape' ? target.urls : [target.url]
    const [first] = (await screen.blocked(urls, { signal, judgedMax })).values()
    if (first) throw first
  }
}
