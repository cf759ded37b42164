import { existsSync, readFileSync } from 'node:fs'

/** What an operator can do about a folder that the server refuses, by what it says. */
const waysOut = [
  [
    'incompatible with server',
    ' Set WEIR_PG_BIN to the programs of the PostgreSQL that made the folder, or WEIR_DATA_DIR to another folder.',
  ],
  [
    'wrong ownership',
    ' Give the folder with all that is in it to the user of the server (chown -R), or set WEIR_DATA_DIR to another one.',
  ],
] as const

/** Whether the server, which has just ended with an error, says in its log that it will never start on this folder. */
export const refusesFolder = (log: string): boolean => findWayOut(readComplaint(log)) !== ''

/** Includes what the server has complained of last. */
export function notStarted(log: string): Error {
  const complaint = readComplaint(log)
  const said = complaint === '' ? '' : ` It said: ${complaint}.`
  return new Error(`PostgreSQL did not start.${said}${findWayOut(complaint)} Its log is ${log}.`)
}

const findWayOut = (complaint: string) =>
  waysOut.find(([sentence]) => complaint.includes(sentence))?.[1] ?? ''

function readComplaint(log: string): string {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []
  const last = lines.findLast((line) => /(FATAL|PANIC|could not|cannot)/.test(line))
  return last?.replace(/^.*?(FATAL|PANIC): +/, '') ?? ''
}
