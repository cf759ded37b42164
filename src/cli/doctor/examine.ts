import { readConfig, unknownSettings, type Config } from '#config.ts'
import { checkBlocklists } from './blocklists.ts'
import { checkBoxes } from './boxes.ts'
import { checkBrowser } from './browser.ts'
import { checkDatabase } from './database.ts'
import { checkDataFolder, checkDiskSpace } from './disk.ts'
import { checkModel } from './model.ts'
import { checkMediaPrograms } from './media-programs.ts'
import { checkPictureReader, checkReaders } from './picture-reader.ts'
import type { Finding } from './finding.ts'
import { checkNode, checkPackages } from './machine.ts'
import { checkSafetyServices } from './safety-services.ts'
import { checkProxies, checkService } from './network.ts'
import { checkPrivateTargets } from './private-targets.ts'

/**
 * Runs all checks in the order of dependence. Fails only when interrupted: a check that cannot run is a
 * finding.
 */
export async function examine(
  env: NodeJS.ProcessEnv,
  interrupted: AbortSignal,
): Promise<Finding[]> {
  const { config, finding } = checkSettings(env)
  if (!config) return [checkNode(), finding]
  const checks: (() => Finding | Finding[] | Promise<Finding | Finding[]>)[] = [
    () => checkNode(),
    () => finding,
    () => checkPackages(config),
    () => checkDataFolder(config),
    () => checkDiskSpace(config),
    () => checkDatabase(config, interrupted),
    () => checkService(config),
    () => checkProxies(config),
    () => checkPrivateTargets(config),
    () => checkBrowser(config, interrupted),
    () => checkBoxes(config),
    () => checkReaders(),
    () => checkPictureReader(config),
    () => checkMediaPrograms(config, interrupted),
    () => checkModel(config),
    () => checkSafetyServices(config, interrupted),
    () => checkBlocklists(config),
  ]
  const findings: Finding[] = []
  for (const check of checks) {
    interrupted.throwIfAborted()
    findings.push(...[await check()].flat())
  }
  return findings
}

function checkSettings(env: NodeJS.ProcessEnv): { config?: Config; finding: Finding } {
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
