import { stat } from 'node:fs/promises'
import type { MediaReference } from '#content/media-reference.ts'
import type { Client } from '#net/client.ts'
import type { FilteringProxy } from '#net/filtering-proxy.ts'
import type { Attempt, MadeFile } from './attempt.ts'
import { createDownload } from './download.ts'
import { convert, type FfmpegInput } from './ffmpeg.ts'
import { assertDone, unsupported } from './media-failure.ts'
import { mediaTypeOf } from './media-type.ts'
import type { MediaKind } from './media.ts'
import { extract } from './yt-dlp.ts'

export interface MakersDeps {
  readonly client: Client
  readonly userAgent: string
  /** The proxy of the programs, which is started when it is first needed. */
  readonly proxy: () => Promise<Pick<FilteringProxy, 'admit'>>
  readonly programs: { readonly ffmpeg: string | undefined; readonly ytDlp: string | undefined }
  readonly bytesMax: number
}

/** The ways to make a file. Each fails with the codes of `FetchMedia`. */
interface Makers {
  ofReference(reference: MediaReference, attempt: Attempt): Promise<MadeFile>
  /** Absent without yt-dlp. */
  readonly ofPage?: (attempt: Attempt) => Promise<MadeFile>
}

export function createMakers(deps: MakersDeps): Makers {
  const { programs, bytesMax } = deps
  const download = createDownload(deps)
  const { ytDlp } = programs

  async function converted(input: FfmpegInput, { wanted, folder, waiter }: Attempt) {
    const { kind } = wanted
    const program = assertFfmpeg(programs.ffmpeg, kind)
    const { signal } = waiter
    const end = await convert({ program, input, to: kind, folder, bytesMax, signal })
    assertDone(end, kind)
    return finished(end.path, kind)
  }

  return {
    async ofReference({ url, form }, attempt) {
      const { kind } = attempt.wanted
      if (form !== 'file') {
        assertFfmpeg(programs.ffmpeg, kind)
        const stream = await download.manifest({ url, form }, attempt)
        return withProxy(deps, attempt, (proxyUrl) =>
          converted({ kind: 'stream', ...stream, form, proxyUrl }, attempt),
        )
      }
      const path = await download.file(url, attempt)
      const type = await mediaTypeOf(path)
      if (!type) throw unsupported(kind, `The ${kind} file of the page is of no known type.`)
      if (type.contentType.startsWith(`${kind}/`)) return finished(path, kind)
      return converted({ kind: 'file', path, demuxer: type.demuxer }, attempt)
    },
    ...(ytDlp !== undefined && {
      async ofPage(attempt: Attempt) {
        const { wanted, folder, waiter } = attempt
        const { kind, pageUrl } = wanted
        const { path, ...end } = await withProxy(deps, attempt, (proxyUrl) =>
          extract({
            program: ytDlp,
            ffmpeg: programs.ffmpeg,
            pageUrl,
            kind,
            proxyUrl,
            folder,
            bytesMax,
            signal: waiter.signal,
          }),
        )
        assertDone(end, kind)
        if (path === undefined) throw unsupported(kind, `yt-dlp found no ${kind} on this page.`)
        return finished(path, kind)
      },
    }),
  }
}

/** Runs work with the address of a proxy session that ends after it. */
async function withProxy<Value>(
  { proxy, bytesMax }: Pick<MakersDeps, 'proxy' | 'bytesMax'>,
  { wanted, waiter }: Attempt,
  work: (proxyUrl: string) => Promise<Value>,
): Promise<Value> {
  const { proxy: pool, country } = wanted.route
  const { teamId, screen } = waiter
  const who = { teamId, screen }
  using session = (await proxy()).admit({ ...who, pool, country, bytesMax: bytesMax * 2 })
  const { server, username = '', password = '' } = session.ticket
  return await work(server.replace('//', `//${username}:${password}@`))
}

async function finished(path: string, kind: MediaKind): Promise<MadeFile> {
  const { contentType = 'other' } = (await mediaTypeOf(path).catch(() => undefined)) ?? {}
  if (contentType === 'other' || !contentType.startsWith(`${kind}/`)) {
    throw unsupported(kind, `The ${kind} of this page cannot be made into MP3 or MP4.`)
  }
  return { path, byteLength: (await stat(path)).size, contentType }
}

function assertFfmpeg(program: string | undefined, kind: MediaKind): string {
  if (program !== undefined) return program
  throw unsupported(kind, `${needs[kind]} ${missing}`)
}

const needs: Readonly<Record<MediaKind, string>> = {
  audio: 'This page has no MP3, and making one needs ffmpeg, which is not installed.',
  video:
    'The video of this page is no MP4 or WebM file, and making one needs ffmpeg, which is not installed.',
}
const missing = 'Ask the operator to install ffmpeg 5 or newer, or to set WEIR_FFMPEG_PATH.'
