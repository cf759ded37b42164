import { join } from 'node:path'
import { newId } from '#kernel/ids.ts'
import { NetError } from '#net/failure.ts'
import type { Attempt } from './attempt.ts'
import { createFetchPart, type FetchDeps, type FetchPart } from './fetch-part.ts'
import { tooLarge, unsupported } from './media-failure.ts'
import type { MediaKind } from './media.ts'
import { findTracks, type Stream } from './streams/find-tracks.ts'
import { StreamRefusedError } from './streams/track.ts'

interface DownloadDeps extends FetchDeps {
  readonly bytesMax: number
}

/** Fetches what a page names. Programs read only what was fetched here. */
export function createDownload({ bytesMax, ...deps }: DownloadDeps) {
  const fetchPart = createFetchPart(deps)
  return {
    /** Writes a file into the folder and returns its path. */
    file: (url: string, attempt: Attempt): Promise<string> =>
      translated(attempt.wanted.kind, async () => {
        const path = join(attempt.folder, newId())
        await fetchPart.add({ url }, { path, bytesMax, fetchKey: noKey }, attempt)
        return path
      }),
    /** Writes the best tracks of a stream into the folder, a file for each, and returns their paths. */
    stream: (stream: Stream, attempt: Attempt): Promise<readonly string[]> =>
      translated(attempt.wanted.kind, async () => {
        const fetchKey = createKeys(fetchPart, attempt)
        const paths: string[] = []
        let left = bytesMax
        for (const track of await findTracks(stream, fetchPart, attempt)) {
          if (track.length === 0) throw new StreamRefusedError(noParts)
          const path = join(attempt.folder, newId())
          for (const part of track)
            left -= await fetchPart.add(part, { path, bytesMax: left, fetchKey }, attempt)
          paths.push(path)
        }
        return paths
      }),
  }
}

const keyBytes = 16
const noKey = () => Promise.reject(new TypeError('A file has no key.'))

/** Fetches each key once. */
function createKeys({ get }: Pick<FetchPart, 'get'>, attempt: Attempt) {
  const keys = new Map<string, Buffer>()
  return async function keyOf(url: string): Promise<Buffer> {
    const known = keys.get(url)
    if (known) return known
    const { body } = await get(url, keyBytes, attempt)
    if (body.length !== keyBytes) throw new StreamRefusedError(noCipherKey)
    const key = Buffer.from(body)
    keys.set(url, key)
    return key
  }
}

const noParts = 'The stream of this page has no parts.'
const noCipherKey = 'The key of the stream of this page is not one of AES-128.'

/** Errors of the network say why, without addresses. */
async function translated<Value>(kind: MediaKind, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StreamRefusedError) throw unsupported(kind, error.message)
    if (!(error instanceof NetError)) throw error
    if (error.reason === 'ERR_RESPONSE_TOO_BIG') throw tooLarge(kind)
    throw unsupported(kind, `The ${kind} of this page could not be fetched: ${error.reason}.`)
  }
}
