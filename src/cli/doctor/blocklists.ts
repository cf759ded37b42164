import type { Config } from '#config.ts'
import {
  blocklistFolder,
  isAddress,
  keptPath,
  nameOf,
  timeOf,
} from '#threat/blocklists/refresh-lists.ts'
import type { Finding } from './finding.ts'

const hourMs = 3_600_000
const subject = 'blocklists'

/** Finds lists whose file is missing, and downloaded lists that are older than they should be. */
export async function checkBlocklists({ threat, storage }: Config): Promise<Finding[]> {
  const folder = blocklistFolder(storage.dataDir)
  return Promise.all(
    threat.lists.map(async (source) => {
      const at = await timeOf(isAddress(source) ? keptPath(folder, source) : source)
      return isAddress(source)
        ? downloadedFinding(nameOf(source), at, threat.listHours)
        : fileFinding(source, at)
    }),
  )
}

function fileFinding(name: string, at: number | undefined): Finding {
  if (at !== undefined) return { subject, state: 'ok', text: name }
  const mend = 'Correct WEIR_THREAT_LISTS, or let the user of the service read the file.'
  return { subject, state: 'missing', text: `${name} cannot be read`, mend }
}

/** A list is downloaded again when it is due, and every five minutes after a failure. */
function downloadedFinding(name: string, at: number | undefined, hours: number): Finding {
  const mend = 'Look for "blocklist not loaded" in the log of the service.'
  if (at === undefined) {
    return { subject, state: 'note', text: `${name} has not been downloaded yet`, mend }
  }
  const age = Math.floor((Date.now() - at) / hourMs)
  const text = `${name}, downloaded ${age} hours ago`
  if (age <= hours) return { subject, state: 'ok', text }
  return { subject, state: 'missing', text: `${text}: older than ${hours} hours`, mend }
}
