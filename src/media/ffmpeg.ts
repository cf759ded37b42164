import { join } from 'node:path'
import type { MediaKind } from './media.ts'
import { runProgram, type ProgramEnd } from './run-program.ts'

/** What ffmpeg reads: a file of the folder with its demuxer, or a stream of the web. */
export type FfmpegInput =
  | { readonly kind: 'file'; readonly path: string; readonly demuxer: string }
  | {
      readonly kind: 'stream'
      readonly url: string
      readonly form: 'hls' | 'dash'
      readonly headers: Readonly<Record<string, string>>
      readonly proxyUrl: string
    }

interface Conversion {
  readonly program: string
  readonly input: FfmpegInput
  readonly to: MediaKind
  readonly folder: string
  readonly bytesMax: number
  readonly signal: AbortSignal
}

const secondsMax = 4 * 3_600
const allocationBytesMax = 256 * 1024 * 1024
const webProtocols = 'http,https,tcp,tls,crypto,httpproxy'

/** Makes an MP3 or an MP4 file in the folder and returns its path and how ffmpeg ended. */
export async function convert(conversion: Conversion): Promise<ProgramEnd & { path: string }> {
  const { program, input, to, folder, bytesMax, signal } = conversion
  const path = join(folder, to === 'audio' ? 'made.mp3' : 'made.mp4')
  const args = [
    ['-nostdin', '-v', 'error', '-max_alloc', String(allocationBytesMax)],
    inputArgs(input),
    ['-t', String(secondsMax), '-sn', '-dn', '-map_metadata', '-1'],
    outputArgs[to],
    path,
  ].flat()
  const proxyUrl = input.kind === 'stream' ? input.proxyUrl : undefined
  const end = await runProgram({ program, args, folder, bytesMax, proxyUrl, signal })
  return { ...end, path }
}

function inputArgs(input: FfmpegInput): string[] {
  if (input.kind === 'file') {
    return ['-protocol_whitelist', 'file', '-f', input.demuxer, '-i', `file:${input.path}`]
  }
  const headers = Object.entries(input.headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return [
    ['-protocol_whitelist', webProtocols, '-headers', headers.join('')],
    ['-f', input.form, '-i', input.url],
  ].flat()
}

const outputArgs: Readonly<Record<MediaKind, readonly string[]>> = {
  audio: ['-vn', '-c:a', 'libmp3lame', '-q:a', '4', '-f', 'mp3'],
  video: ['-c', 'copy', '-movflags', '+faststart', '-f', 'mp4'],
}
