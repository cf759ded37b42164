import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { mediaPrograms, probeProgram } from '#compose-terminal.ts'
import type { Config } from '#config.ts'
import type { DoctorFinding } from './finding.ts'

const answerMsMax = 20_000
const ffmpegMajorMin = 5

/** Checks the optional programs of the formats `audio` and `video`. */
export async function checkMediaPrograms(
  config: Config,
  interrupted?: AbortSignal,
): Promise<DoctorFinding[]> {
  try {
    const { ffmpeg, ytDlp } = mediaPrograms(config)
    return [await checkFfmpeg(ffmpeg, interrupted), await checkYtDlp(ytDlp, interrupted)]
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    const mend = 'Correct the setting, or remove it to use an installed program.'
    return [{ subject: 'media', state: 'missing', text, mend }]
  }
}

async function checkFfmpeg(
  path: string | undefined,
  interrupted?: AbortSignal,
): Promise<DoctorFinding> {
  const subject = 'ffmpeg'
  if (path === undefined) {
    const text = 'none: streams (HLS, DASH) and MP3 of other files are refused'
    const mend = `Install ffmpeg ${ffmpegMajorMin} or newer, or set WEIR_FFMPEG_PATH.`
    return { subject, state: 'note', text, mend }
  }
  const answer = await firstLine(path, ['-version'], interrupted)
  const [version = '', major] = /\bversion \D{0,2}(\d+)[.\d]*/.exec(answer ?? '') ?? []
  if (Number(major) >= ffmpegMajorMin)
    return inBox({ subject, path, version, args: ['-version'] }, interrupted)
  const mend = `Install ffmpeg ${ffmpegMajorMin} or newer.`
  return { subject, state: 'missing', text: `${path}: ${answer ?? 'it does not run'}`, mend }
}

async function checkYtDlp(
  path: string | undefined,
  interrupted?: AbortSignal,
): Promise<DoctorFinding> {
  const subject = 'yt-dlp'
  if (path === undefined) {
    const text = 'none: audio and video of pages that name no file or stream are refused'
    return { subject, state: 'note', text, mend: 'Install yt-dlp, or set WEIR_YT_DLP_PATH.' }
  }
  const version = await firstLine(path, ['--version'], interrupted)
  if (version !== undefined)
    return inBox({ subject, path, version, args: ['--version'] }, interrupted)
  return { subject, state: 'missing', text: `${path}: it does not run`, mend: 'Install it again.' }
}

interface Found {
  readonly subject: string
  readonly path: string
  readonly version: string
  readonly args: readonly string[]
}

/** Whether a program runs in a box, without which it is never started. */
async function inBox(
  { subject, path, version, args }: Found,
  interrupted?: AbortSignal,
): Promise<DoctorFinding> {
  const late = AbortSignal.timeout(answerMsMax)
  const signal = interrupted ? AbortSignal.any([late, interrupted]) : late
  const problem = await probeProgram(path, args, signal).catch(() => 'it took too long')
  interrupted?.throwIfAborted()
  if (problem === undefined) return { subject, state: 'ok', text: `${path}, ${version}, in a box` }
  const text = `${path}, ${version}: it is not used, because it does not run in a box: ${problem}`
  return { subject, state: 'note', text, mend: 'See docs/media.md.' }
}

/** The first line of what a program prints; undefined if it fails. */
async function firstLine(
  path: string,
  args: readonly string[],
  interrupted?: AbortSignal,
): Promise<string | undefined> {
  try {
    const options = { timeout: answerMsMax, ...(interrupted && { signal: interrupted }) }
    const { stdout } = await promisify(execFile)(path, args, options)
    return stdout.split('\n', 1)[0]?.slice(0, 100)
  } catch {
    interrupted?.throwIfAborted()
    return undefined
  }
}
