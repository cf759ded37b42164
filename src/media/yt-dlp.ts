import { readdir } from 'node:fs/promises'
import type { Server } from 'node:net'
import { dirname, join } from 'node:path'
import type { MediaKind } from './media.ts'
import { boxFolder, proxyUrl, runProgram, type ProgramEnd } from './run-program.ts'

interface Extraction {
  readonly program: string
  readonly ffmpeg: string | undefined
  readonly pageUrl: string
  readonly kind: MediaKind
  readonly folder: string
  readonly bytesMax: number
  /** Serves its only way into the network. */
  readonly serve: (listening: Server) => Disposable
  readonly signal: AbortSignal
}

/** Lets yt-dlp fetch the media of a page into the folder; `path` is undefined when it made no file. */
export async function extract(
  extraction: Extraction,
): Promise<ProgramEnd & { path: string | undefined }> {
  const { program, ffmpeg, pageUrl, kind, folder, bytesMax, serve, signal } = extraction
  const args = [
    '--ignore-config --no-cache-dir --no-playlist --no-progress --quiet'.split(' '),
    ['--proxy', proxyUrl, '--max-filesize', String(bytesMax)],
    ['--match-filters', '!is_live', '--paths', boxFolder, '--output', 'made.%(ext)s'],
    ffmpeg === undefined ? [] : ['--ffmpeg-location', dirname(ffmpeg)],
    formatArgs(kind, ffmpeg !== undefined),
    ['--', pageUrl],
  ].flat()
  const others = ffmpeg === undefined ? [] : [ffmpeg]
  const end = await runProgram({ program, args, others, folder, bytesMax, serve, signal })
  const made = (await readdir(folder)).find((name) => /^made\.\w+$/.test(name))
  return { ...end, path: made && join(folder, made) }
}

/** Without ffmpeg only what needs no conversion. */
function formatArgs(kind: MediaKind, hasFfmpeg: boolean): string[] {
  if (kind === 'audio') {
    return hasFfmpeg
      ? ['--extract-audio', '--audio-format', 'mp3', '--audio-quality', '4']
      : ['--format', 'ba[ext=mp3]/b[ext=mp3]']
  }
  const whole = 'b[ext=mp4]/b[ext=webm]'
  return hasFfmpeg
    ? ['--format', 'bv*+ba/b', '--merge-output-format', 'mp4', '--remux-video', 'mp4']
    : ['--format', whole]
}
