import { probeSafetyServices } from '#compose-terminal.ts'
import type { Config } from '#config.ts'
import type { DoctorFinding } from './finding.ts'

/** Asks the configured services of `redactPII` and `checkPromptInjection` about one sentence; nothing without them. */
export async function checkSafetyServices(
  config: Config,
  interrupted: AbortSignal,
): Promise<DoctorFinding[]> {
  const { pii, guard } = await probeSafetyServices(config, interrupted)
  return [
    listFinding('pii service', pii, {
      setting: 'WEIR_PII_URL',
      url: config.safety.piiUrl,
      without: 'redactPII in mode accurate is then refused unless a language model is configured',
    }),
    listFinding('guard service', guard, {
      setting: 'WEIR_GUARD_URL',
      url: config.safety.guardUrl,
      without: 'checkPromptInjection is then refused',
    }),
  ].flat()
}

function listFinding(
  subject: string,
  answers: boolean | undefined,
  about: { readonly setting: string; readonly url: string | undefined; readonly without: string },
): DoctorFinding[] {
  if (answers === undefined) return []
  const { setting, url = '', without } = about
  const { host } = new URL(url)
  if (answers) return [{ subject, state: 'ok', text: `${host} answers` }]
  const text = `${host} does not answer as it should; ${without}`
  return [
    { subject, state: 'missing', text, mend: `Check ${setting}, and the log of the service.` },
  ]
}
