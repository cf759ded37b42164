import { listTimes } from '#compose-terminal.ts'
import type { Config } from '#config.ts'
import type { DoctorFinding } from './finding.ts'

const hourMs = 3_600_000
const subject = 'blocklists'

/** Finds lists whose file is missing, and downloaded lists that are older than they should be. */
export async function checkBlocklists(config: Config): Promise<DoctorFinding[]> {
  const lists = await listTimes(config)
  return lists.map(({ name, isDownloaded, at }) =>
    isDownloaded ? downloadedFinding(name, at, config.threat.listHours) : fileFinding(name, at),
  )
}

function fileFinding(name: string, at: number | undefined): DoctorFinding {
  if (at !== undefined) return { subject, state: 'ok', text: name }
  const mend = 'Correct WEIR_THREAT_LISTS, or let the user of the service read the file.'
  return { subject, state: 'missing', text: `${name} cannot be read`, mend }
}

/** A list is downloaded again when it is due, and every five minutes after a failure. */
function downloadedFinding(name: string, at: number | undefined, hours: number): DoctorFinding {
  const mend = 'Look for "blocklist not loaded" in the log of the service.'
  if (at === undefined) {
    return { subject, state: 'note', text: `${name} has not been downloaded yet`, mend }
  }
  const age = Math.floor((Date.now() - at) / hourMs)
  const text = `${name}, downloaded ${age} hours ago`
  if (age <= hours) return { subject, state: 'ok', text }
  return { subject, state: 'missing', text: `${text}: older than ${hours} hours`, mend }
}
