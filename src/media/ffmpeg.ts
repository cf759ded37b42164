import { basename, join } from 'node:path'
import type { MediaKind } from './media.ts'
import { boxFolder, runProgram, type ProgramEnd } from './run-program.ts'

/** A file of the folder, with the only demuxer that may read it. */
export interface FfmpegInput {
  readonly path: string
  readonly demuxer: string
}

interface Conversion {
  readonly program: string
  /** The sound, or the picture and its sound, which may be a file of its own. */
  readonly inputs: readonly FfmpegInput[]
  readonly to: MediaKind
  readonly folder: string
  readonly bytesMax: number
  readonly signal: AbortSignal
}

const secondsMax = 4 * 3_600
const allocationBytesMax = 256 * 1024 * 1024
const threads = 2

/** Makes an MP3 or an MP4 file in the folder and returns its path and how ffmpeg ended. */
export async function convert(conversion: Conversion): Promise<ProgramEnd & { path: string }> {
  const { program, inputs, to, folder, bytesMax, signal } = conversion
  const name = to === 'audio' ? 'made.mp3' : 'made.mp4'
  const args = [
    ['-nostdin', '-v', 'error', '-max_alloc', String(allocationBytesMax)],
    inputs.flatMap(inputArgs),
    inputs.length > 1 ? ['-map', '0:v', '-map', '1:a'] : [],
    ['-t', String(secondsMax), '-sn', '-dn', '-map_metadata', '-1'],
    outputArgs[to],
    ['-threads', String(threads), `file:${boxFolder}/${name}`],
  ].flat()
  const end = await runProgram({ program, args, folder, bytesMax, signal })
  return { ...end, path: join(folder, name) }
}

const inputArgs = ({ path, demuxer }: FfmpegInput): string[] => [
  '-protocol_whitelist',
  'file',
  '-threads',
  String(threads),
  '-f',
  demuxer,
  '-i',
  `file:${boxFolder}/${basename(path)}`,
]

const outputArgs: Readonly<Record<MediaKind, readonly string[]>> = {
  audio: ['-vn', '-c:a', 'libmp3lame', '-q:a', '4', '-f', 'mp3'],
  video: ['-c', 'copy', '-movflags', '+faststart', '-f', 'mp4'],
}
