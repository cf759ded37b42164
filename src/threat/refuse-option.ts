import { ServiceError } from '#kernel/errors.ts'
import type { ThreatMode, ThreatOption } from './policy.ts'
import type { ThreatSettings } from './settings-store.ts'

const forbidden = (message: string) => new ServiceError('FORBIDDEN', message)

/** Fails with `FORBIDDEN` for a team that may not use threat protection. */
export function requireThreatAccess({ access }: Pick<ThreatSettings, 'access'>): void {
  if (access !== 'off') return
  throw forbidden(
    'Threat protection is an enterprise feature and is not enabled for your team. Ask the operator of this service to allow it.',
  )
}

/** Fails with `FORBIDDEN` for an option that the team does not permit. */
export function refuseThreatOption(
  settings: ThreatSettings,
  option: ThreatOption | undefined,
): void {
  if (option === undefined) return
  requireThreatAccess(settings)
  if (!settings.policy.allowRequestOverrides) {
    throw forbidden(
      "Per-request threat protection overrides are disabled by your organization's threat protection configuration.",
    )
  }
  if (option.mode === 'off' && settings.access === 'enforced') {
    throw forbidden(
      'Threat protection is enforced for your team and cannot be disabled per-request. Leave out mode, or set it to normal or manual-only.',
    )
  }
  refuseZscaler(option.mode)
}

/** Fails with `FORBIDDEN` for a mode that the team cannot store. */
export function refuseStoredMode({ access }: ThreatSettings, mode: ThreatMode): void {
  if (mode === 'off' && access === 'enforced') {
    throw forbidden(
      'Threat protection is enforced for your team and its mode cannot be set to "off". Set it to normal or manual-only.',
    )
  }
  refuseZscaler(mode)
}

export const noZscaler =
  'Threat protection mode "zscaler" requires a configured Zscaler connection. This service has none.'

function refuseZscaler(mode: ThreatMode | undefined): void {
  if (mode === 'zscaler') throw forbidden(noZscaler)
}
