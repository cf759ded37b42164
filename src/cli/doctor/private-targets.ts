import type { Config } from '#config.ts'
import type { DoctorFinding } from './finding.ts'

/** Lists the private addresses that pages may be fetched from. */
export function checkPrivateTargets(config: Config): DoctorFinding {
  const open = [...config.net.allowedPrivateHosts, ...config.net.allowedPrivateCidrs]
  const text =
    open.length > 0
      ? `open: ${open.join(', ')}`
      : 'closed; WEIR_ALLOWED_PRIVATE_HOSTS=localhost opens a name, WEIR_ALLOWED_PRIVATE_CIDRS a range'
  return { subject: 'private targets', state: 'note', text }
}
