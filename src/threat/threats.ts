import type { FindKeyHosts } from '#accounts/key-hosts.ts'
import type { ScreenSubject } from '#kernel/caller.ts'
import type { AdmitUrl } from '#kernel/screen.ts'
import type { BlockCounts } from './block-counts.ts'
import { allowed, decideByLists, decideByScore, unchecked, type Decision } from './decision.ts'
import { mergePolicy, type ThreatOption, type ThreatPolicy } from './policy.ts'
import { refuseThreatOption } from './refuse-option.ts'
import { createScreen, type ThreatScreen } from './screen.ts'
import type { ThreatSettings, ThreatSettingsStore } from './settings-store.ts'
import type { Verdicts } from './verdicts.ts'

/** Which URLs are reached: by threat protection (docs/threat-protection.md), and by the hosts of the key. */
export interface Threats {
  /** Fails with `FORBIDDEN` for an option that the team may not use. */
  refuseOption(teamId: string, option: ThreatOption | undefined): Promise<void>
  /** An option that is not permitted has no effect. */
  findScreen(caller: ScreenSubject, option?: ThreatOption): ThreatScreen
  readonly admitUrl: AdmitUrl
}

export function createThreats({
  settings,
  verdicts,
  blockCounts,
  findKeyHosts,
}: {
  readonly settings: Pick<ThreatSettingsStore, 'read'>
  readonly verdicts: Pick<Verdicts, 'assess'>
  readonly blockCounts: Pick<BlockCounts, 'add'>
  readonly findKeyHosts: FindKeyHosts
}): Threats {
  const withoutOption = new WeakMap<ThreatSettings, ThreatPolicy>()

  /** Without an option the same object as long as the settings are kept, so that its lists are prepared once. */
  async function loadPolicy(teamId: string, option?: ThreatOption): Promise<ThreatPolicy> {
    const own = await settings.read(teamId)
    if (option !== undefined) return mergePolicy(own, option)
    const known = withoutOption.get(own) ?? mergePolicy(own, undefined)
    withoutOption.set(own, known)
    return known
  }

  async function decideBy(policy: ThreatPolicy, url: URL, signal: AbortSignal): Promise<Decision> {
    if (policy.mode === 'off') return unchecked
    const listed = decideByLists(policy, url)
    if (listed || policy.mode !== 'normal') return listed ?? allowed
    return decideByScore(policy, await verdicts.assess(url, signal))
  }

  function findScreen({ teamId, principal }: ScreenSubject, option?: ThreatOption): ThreatScreen {
    let merged: Promise<ThreatPolicy> | undefined
    const policyNow = () =>
      option === undefined ? loadPolicy(teamId) : (merged ??= loadPolicy(teamId, option))
    return createScreen({
      policyNow,
      findHosts: async () => findKeyHosts(principal),
      decideBy,
      onBlocked({ rule }) {
        // The counts are those of the policy.
        if (rule && rule !== 'key-hosts') blockCounts.add(teamId, rule, 1)
      },
    })
  }

  return {
    findScreen,
    refuseOption: async (teamId, option) => {
      if (option !== undefined) refuseThreatOption(await settings.read(teamId), option)
    },
    admitUrl: (url, { screen, signal, ...caller }) =>
      (screen ?? findScreen(caller)).admit(url, signal),
  }
}
