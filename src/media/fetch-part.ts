import { createDecipheriv } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client, Received } from '#net/client.ts'
import { NetError } from '#net/failure.ts'
import type { Attempt } from './attempt.ts'
import { ofStatus, unsupported } from './media-failure.ts'
import { StreamRefusedError, type ByteRange, type Part } from './streams/track.ts'

export interface FetchDeps {
  readonly client: Client
  readonly userAgent: string
}

/** Where a part is written, after what the file has already. */
export interface Target {
  readonly path: string
  readonly bytesMax: number
  readonly fetchKey: (url: string) => Promise<Buffer>
}

/** Only the program that reads the file can enter its folder. */
const mode = 0o644

/** Fetches parts through the client, which checks every address. */
export function createFetchPart({ client, userAgent }: FetchDeps) {
  function makeRequest(url: string, { route, pageUrl }: Attempt['wanted'], range?: ByteRange) {
    const end = range && range.start + range.length - 1
    return {
      url,
      headers: {
        'user-agent': userAgent,
        accept: '*/*',
        referer: pageUrl,
        ...(range && { range: `bytes=${range.start}-${end}` }),
      },
      credentials: {},
      proxy: route.proxy,
      ...(route.country !== undefined && { country: route.country }),
      skipTlsVerification: route.skipTlsVerification,
    }
  }

  async function open({ url, range }: Part, bytesMax: number, { wanted, caller }: Attempt) {
    const bodyBytesMax = range ? Math.min(range.length, bytesMax) : bytesMax
    const { status, body } = await client.open(
      { ...makeRequest(url, wanted, range), bodyBytesMax },
      caller,
    )
    if (status === (range ? 206 : 200)) return body
    body.destroy()
    throw status === 200 ? unsupported(wanted.kind, noRanges) : ofStatus(status, wanted.kind)
  }

  return {
    /** Fetches something small. */
    async get(url: string, bodyBytesMax: number, { wanted, caller }: Attempt): Promise<Received> {
      const answer = await client.get({ ...makeRequest(url, wanted), bodyBytesMax }, caller)
      if (answer.status !== 200) throw ofStatus(answer.status, wanted.kind)
      return answer
    },
    /** Adds the bytes of a part to a file and returns their number. */
    async add(part: Part, { path, bytesMax, fetchKey }: Target, attempt: Attempt): Promise<number> {
      const { encryption } = part
      const { signal } = attempt.caller
      const decipher = encryption
        ? createDecipheriv('aes-128-cbc', await fetchKey(encryption.keyUrl), encryption.iv)
        : new PassThrough()
      const body = await open(part, bytesMax, attempt)
      const file = createWriteStream(path, { flags: 'a', mode })
      try {
        await pipeline(body, decipher, file, { signal })
      } catch (thrown) {
        signal.throwIfAborted()
        if (encryption && !(thrown instanceof NetError)) throw new StreamRefusedError(undeciphered)
        throw thrown
      }
      return file.bytesWritten
    },
  }
}

export type FetchPart = ReturnType<typeof createFetchPart>

const noRanges =
  'The site does not send the ranges of bytes that the stream of this page consists of.'
const undeciphered = 'The stream of this page cannot be deciphered with the key that it names.'
