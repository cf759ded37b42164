import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig, unknownSettings, type Config } from '#config.ts'
import { checkBlocklists } from './blocklists.ts'
import { checkBoxes } from './boxes.ts'
import { checkBrowser } from './browser.ts'
import { checkDatabase } from './database.ts'
import { checkDataFolder, checkDiskSpace } from './disk.ts'
import { checkModel } from './model.ts'
import { checkMediaPrograms } from './media-programs.ts'
import { checkPictureReader, checkReaders } from './picture-reader.ts'
import type { DoctorFinding } from './finding.ts'
import { checkNode, checkPackages } from './machine.ts'
import { checkSafetyServices } from './safety-services.ts'
import { checkProxies, checkService } from './network.ts'
import { checkPrivateTargets } from './private-targets.ts'

type Findings = DoctorFinding | DoctorFinding[] | Promise<DoctorFinding | DoctorFinding[]>

/** Of one check; the browser may have to be installed. */
const checkMsMax = 120_000

/**
 * Runs all checks in the order of dependence. Fails only when interrupted: a check that cannot run is a
 * finding.
 */
export async function examine(
  env: NodeJS.ProcessEnv,
  interrupted: AbortSignal,
): Promise<DoctorFinding[]> {
  const { config, finding } = checkSettings(env)
  if (!config) return [checkNode(), finding]
  const checks: Readonly<Record<string, () => Findings>> = {
    node: () => checkNode(),
    settings: () => finding,
    packages: () => checkPackages(config),
    'data folder': () => checkDataFolder(config),
    'disk space': () => checkDiskSpace(config),
    database: () => checkDatabase(config, interrupted),
    service: () => checkService(config),
    proxies: () => checkProxies(config),
    'private targets': () => checkPrivateTargets(config),
    browser: () => checkBrowser(config, interrupted),
    boxes: () => checkBoxes(config),
    readers: () => checkReaders(),
    ocr: () => checkPictureReader(config),
    media: () => checkMediaPrograms(config, interrupted),
    model: () => checkModel(config),
    safety: () => checkSafetyServices(config, interrupted),
    blocklists: () => checkBlocklists(config),
  }
  const findings: DoctorFinding[] = []
  for (const [subject, check] of Object.entries(checks)) {
    interrupted.throwIfAborted()
    findings.push(...(await inTime(subject, check, interrupted)))
  }
  return findings
}

/** A check that does not end is a finding too; the process ends with the command. */
async function inTime(
  subject: string,
  check: () => Findings,
  interrupted: AbortSignal,
): Promise<DoctorFinding[]> {
  const ended = new AbortController()
  const signal = AbortSignal.any([interrupted, ended.signal])
  const late = sleep(checkMsMax, undefined, { signal }).then((): DoctorFinding => {
    const text = `no answer within ${checkMsMax / 1_000} s`
    return { subject, state: 'missing', text, mend: 'Try again when the machine is less busy.' }
  })
  try {
    return [await Promise.race([check(), late])].flat()
  } finally {
    late.catch(() => undefined)
    ended.abort()
  }
}

function checkSettings(env: NodeJS.ProcessEnv): { config?: Config; finding: DoctorFinding } {
  const subject = 'settings'
  try {
    const config = readConfig(env)
    const unknown = unknownSettings(env).map(({ name, nearest }) =>
      nearest === undefined ? name : `${name} (${nearest}?)`,
    )
    if (unknown.length === 0) return { config, finding: { subject, state: 'ok', text: 'valid' } }
    const text = `valid, but these are no settings: ${unknown.join(', ')}`
    return { config, finding: { subject, state: 'note', text } }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    const mend =
      'Correct the environment or the file .env; docs/configuration.md lists the settings.'
    return { finding: { subject, state: 'missing', text, mend } }
  }
}
