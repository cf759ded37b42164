import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { newId } from '#kernel/ids.ts'
import type { Client } from '#net/client.ts'
import { NetError } from '#net/failure.ts'
import type { Attempt } from './attempt.ts'
import { problemOf } from './manifest.ts'
import { denied, tooLarge, unsupported } from './media-failure.ts'
import type { MediaKind, WantedMedia } from './media.ts'

interface DownloadDeps {
  readonly client: Client
  readonly userAgent: string
  readonly bytesMax: number
}

/** The manifest of a stream after redirects, and the headers for its parts. */
interface OpenStream {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const manifestBytesMax = 4 * 1024 * 1024
const refusals = new Set([401, 402, 403, 451])

/** Fetches what a page names through the client, which checks every address. */
export function createDownload({ client, userAgent, bytesMax }: DownloadDeps) {
  const requestOf = (url: string, { route, pageUrl }: WantedMedia) => ({
    url,
    headers: { 'user-agent': userAgent, accept: '*/*', referer: pageUrl },
    credentials: {},
    proxy: route.proxy,
    ...(route.country !== undefined && { country: route.country }),
    skipTlsVerification: route.skipTlsVerification,
  })

  return {
    /** Writes a file into the folder and returns its path. */
    async file(url: string, { wanted, folder, waiter }: Attempt): Promise<string> {
      const { kind } = wanted
      return translated(kind, async () => {
        const request = { ...requestOf(url, wanted), bodyBytesMax: bytesMax }
        const { status, body } = await client.open(request, waiter)
        if (status !== 200) {
          body.destroy()
          throw ofStatus(status, kind)
        }
        const path = join(folder, newId())
        await pipeline(body, createWriteStream(path, { mode: 0o600 }), { signal: waiter.signal })
        return path
      })
    },

    /** Checks the manifest of a stream. Fails for live and for protected streams. */
    async manifest(
      { url, form }: { readonly url: string; readonly form: 'hls' | 'dash' },
      { wanted, waiter }: Attempt,
    ): Promise<OpenStream> {
      const { kind } = wanted
      return translated(kind, async () => {
        const request = { ...requestOf(url, wanted), bodyBytesMax: manifestBytesMax }
        const { status, body, url: finalUrl } = await client.get(request, waiter)
        if (status !== 200) throw ofStatus(status, kind)
        const problem = problemOf(form, new TextDecoder().decode(body))
        if (problem === 'protected') throw denied(`The ${kind} of this page is protected (DRM).`)
        if (problem !== undefined) throw unsupported(kind, problems[problem])
        const headers = { 'User-Agent': userAgent, Referer: wanted.pageUrl }
        return { url: finalUrl, headers }
      })
    },
  }
}

const problems = {
  live: 'The stream of this page is live, so that it has no end.',
  'no manifest': 'The stream of this page has no manifest that can be read.',
}

const ofStatus = (status: number, kind: MediaKind) =>
  refusals.has(status)
    ? denied(`The site refuses to hand out the ${kind} of this page: HTTP ${status}.`)
    : unsupported(kind, `The ${kind} of this page could not be fetched: HTTP ${status}.`)

/** Errors of the network say why, without addresses. */
async function translated<Value>(kind: MediaKind, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof NetError)) throw error
    if (error.reason === 'ERR_RESPONSE_TOO_BIG') throw tooLarge(kind)
    throw unsupported(kind, `The ${kind} of this page could not be fetched: ${error.reason}.`)
  }
}
