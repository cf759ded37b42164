import { session } from '../session.ts'
import type { Values } from './playground-request.ts'
import * as words from '../words/en/playground.ts'

/** A request of the playground: the key of its operation and the values of its form. */
export interface Remembered {
  readonly key: string
  readonly values: Values
  /** Under which name the team keeps it. */
  readonly saved?: { readonly id: string; readonly name: string; readonly isPartial: boolean }
}
export interface Stored extends Remembered {
  readonly at: number
}

const entriesMax = 50
const textLengthMax = 20_000
const store = 'requests'

/** Name of the list: of this person in this team. Undefined under zero data retention, which keeps nothing. */
function ownList(): string | undefined {
  const current = session.value
  if (current?.state !== 'signed-in' || current.team.zeroDataRetention === 'forced')
    return undefined
  return `${current.person?.id ?? 'key'} ${current.team.id}`
}

/** Requests that this browser has sent, newest first. */
export async function remembered(): Promise<readonly Stored[]> {
  const list = ownList()
  if (list === undefined) return []
  return listEntries(await inStore('readonly', (requests) => requests.get(list)))
}

/** Keeps the last 50 requests, without headers and files; none under zero data retention. */
export async function remember({ key, values }: Remembered): Promise<void> {
  const list = ownList()
  if (list === undefined || asksForNoRetention(values)) return
  const entry: Stored = { key, values: withoutSecrets(values), at: Date.now() }
  const text = writeText(entry)
  if (text.length > textLengthMax) return
  // Read and written at once: another tab may remember a request at the same time.
  await inStore('readwrite', (requests) => {
    const reading = requests.get(list)
    reading.addEventListener('success', () => {
      const others = listEntries(reading.result).filter((one) => writeText(one) !== text)
      requests.put([entry, ...others].slice(0, entriesMax), list)
    })
    return reading
  })
}

export async function forget(): Promise<void> {
  const list = ownList()
  if (list !== undefined) await inStore('readwrite', (requests) => requests.delete(list))
}

const writeText = ({ key, values }: Remembered) => JSON.stringify([key, values])

/** The values without files and headers at any depth: headers may contain credentials. */
export const withoutSecrets = (values: Values) => withoutFiles(values, /headers$/i)

/** The values without files, and without the members with such a name, at any depth. */
export function withoutFiles(values: Values, others?: RegExp): Values {
  const kept = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(kept)
    if (value instanceof File || typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name, one]) => others?.test(name) !== true && !(one instanceof File))
        .map(([name, one]) => [name, kept(one)]),
    )
  }
  return kept(values) as Values
}

const asksForNoRetention = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (('zeroDataRetention' in value && value.zeroDataRetention === true) ||
    Object.values(value).some(asksForNoRetention))

const listEntries = (stored: unknown) => (Array.isArray(stored) ? (stored as Stored[]) : [])

/** Runs requests in a transaction of their own; the result is that of the first. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  ask: (requests: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open('weir', 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store))
  await ended(opening, 'success')
  const database = opening.result
  try {
    const transaction = database.transaction(store, mode)
    const request = ask(transaction.objectStore(store))
    await ended(transaction, 'complete')
    return request.result
  } finally {
    database.close()
  }
}

function ended(subject: IDBRequest | IDBTransaction, event: 'success' | 'complete'): Promise<void> {
  return new Promise((resolve, reject) => {
    subject.addEventListener(event, () => resolve())
    for (const failed of ['error', 'abort'])
      subject.addEventListener(failed, () =>
        reject(subject.error ?? new Error(words.historyUnavailable)),
      )
  })
}
