import { lstat } from 'node:fs/promises'
import type { Server } from 'node:net'
import type { MediaReference } from '#content/media-reference.ts'
import type { Client } from '#net/client.ts'
import type { FilteringProxy } from '#net/filtering-proxy.ts'
import type { Attempt, MadeFile } from './attempt.ts'
import { createDownload } from './download.ts'
import { convert } from './ffmpeg.ts'
import { assertDone, unsupported } from './media-failure.ts'
import { detectMediaType, type MediaType } from './media-type.ts'
import type { MediaKind } from './media.ts'
import { extract } from './yt-dlp.ts'

export interface MakersDeps {
  readonly client: Client
  readonly userAgent: string
  /** The proxy of yt-dlp, which is started when it is first needed. */
  readonly proxy: () => Promise<Pick<FilteringProxy, 'serveOn'>>
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

  /** Converts files of the folder. */
  async function converted(paths: readonly string[], { wanted, folder, caller }: Attempt) {
    const { kind } = wanted
    const program = assertFfmpeg(programs.ffmpeg, kind)
    const inputs = await Promise.all(
      paths.map(async (path) => ({ path, demuxer: (await makeKnownType(path, kind)).demuxer })),
    )
    const { signal } = caller
    const end = await convert({ program, inputs, to: kind, folder, bytesMax, signal })
    assertDone(end, kind)
    return finished(end.path, kind)
  }

  return {
    async ofReference({ url, form }, attempt) {
      const { kind } = attempt.wanted
      if (form !== 'file') {
        assertFfmpeg(programs.ffmpeg, kind)
        return converted(await download.stream({ url, form }, attempt), attempt)
      }
      const path = await download.file(url, attempt)
      const type = await makeKnownType(path, kind)
      if (type.contentType.startsWith(`${kind}/`)) return finished(path, kind)
      return converted([path], attempt)
    },
    ...(ytDlp !== undefined && {
      async ofPage(attempt: Attempt) {
        const { wanted, folder, caller } = attempt
        const { kind, pageUrl } = wanted
        const { signal } = caller
        const serve = await serveFor(deps, attempt)
        const { ffmpeg } = programs
        const options = { program: ytDlp, ffmpeg, pageUrl, kind, serve, folder, bytesMax, signal }
        const { path, ...end } = await extract(options)
        assertDone(end, kind)
        if (path === undefined) throw unsupported(kind, `yt-dlp found no ${kind} on this page.`)
        return finished(path, kind)
      },
    }),
  }
}

/** What serves a listening socket of a box as the proxy of an attempt. */
async function serveFor(
  { proxy, bytesMax }: Pick<MakersDeps, 'proxy' | 'bytesMax'>,
  { wanted, caller }: Attempt,
): Promise<(listening: Server) => Disposable> {
  const { proxy: pool, country } = wanted.route
  const { teamId, principal, screen } = caller
  const started = await proxy()
  return (listening) =>
    started.serveOn(listening, { teamId, principal, screen, pool, country, bytesMax: bytesMax * 2 })
}

async function makeKnownType(path: string, kind: MediaKind): Promise<MediaType> {
  const type = await detectMediaType(path)
  if (type) return type
  throw unsupported(kind, `The ${kind} file of the page is of no known type.`)
}

async function finished(path: string, kind: MediaKind): Promise<MadeFile> {
  const made = await lstat(path).catch(() => undefined)
  // A program could leave a link to a file of this machine.
  const type = made?.isFile() === true && made.nlink === 1 ? await detectMediaType(path) : undefined
  if (made && type && type.contentType !== 'other' && type.contentType.startsWith(`${kind}/`))
    return { path, byteLength: made.size, contentType: type.contentType }
  throw unsupported(kind, `The ${kind} of this page cannot be made into MP3 or MP4.`)
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
