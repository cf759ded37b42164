import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { launchBrowser, type LaunchOptions, type RunningBrowser } from '#browser/launch.ts'
import type { RecordedTrack } from './fragments.ts'

/** Pictures to encode, of which the first becomes a key picture. */
export interface PictureSeries {
  readonly width: number
  readonly height: number
  readonly frames: readonly { readonly jpeg: Buffer; readonly atMs: number }[]
}

interface EncodedPicture {
  readonly bytes: Buffer
  readonly isKey: boolean
  readonly atMs: number
}

export interface Encoded {
  readonly track: RecordedTrack
  /** In their order; the encoder may leave pictures out. */
  readonly samples: readonly EncodedPicture[]
}

/** Encodes pictures as H.264 by WebCodecs, in a Chromium without a network that runs while there is work. */
export interface Encoder extends AsyncDisposable {
  /** Undefined if too much waits already, or this Chromium has no encoder. Fails if it stops or takes too long. */
  encode(pictures: PictureSeries): Promise<Encoded | undefined>
}

const source = readFileSync(join(import.meta.dirname, 'encode.js'), 'utf8')
const mebibyte = 1_024 ** 2
/** Pictures of all sessions that wait or are being encoded. */
const waitingBytesMax = 64 * mebibyte
const encodedBytesMax = 16 * mebibyte
const encodeMsMax = 30_000
const idleMsMax = 60_000
const bitrate = 500_000
/** WebCodecs needs a secure context. No request leaves the browser. */
const pageUrl = 'https://recorder.invalid/'

const base64 = z
  .base64()
  .max(encodedBytesMax)
  .transform((text) => Buffer.from(text, 'base64'))
const Result = z
  .object({
    description: base64,
    samples: z.array(z.object({ bytes: base64, isKey: z.boolean(), atMs: z.number() })).max(10_000),
  })
  .optional()

export function createEncoder(prepare: () => Promise<LaunchOptions>): Encoder {
  let waitingBytes = 0
  let previous: Promise<unknown> = Promise.resolve()
  let running: Promise<RunningBrowser> | undefined
  let idle: NodeJS.Timeout | undefined

  async function stop(): Promise<void> {
    clearTimeout(idle)
    const ending = running
    running = undefined
    await (await ending?.catch(() => undefined))?.end()
  }

  async function start(): Promise<RunningBrowser> {
    clearTimeout(idle)
    running ??= prepare().then(launchBrowser)
    const started = await running.catch((thrown: unknown) => {
      running = undefined
      throw thrown
    })
    if (!started.gone.aborted) return started
    running = undefined
    return start()
  }

  async function run(pictures: PictureSeries): Promise<Encoded | undefined> {
    const { browser } = await start()
    try {
      return await encodeIn(browser, pictures)
    } catch (thrown) {
      // What hangs or has crashed is not used again.
      await stop()
      throw thrown
    } finally {
      // A folder that cannot be deleted now is deleted at the next start.
      idle = setTimeout(() => void stop().catch(() => {}), idleMsMax)
      idle.unref()
    }
  }

  return {
    async encode(pictures) {
      const bytes = pictures.frames.reduce((sum, { jpeg }) => sum + jpeg.length, 0)
      if (waitingBytes + bytes > waitingBytesMax) return undefined
      waitingBytes += bytes
      const encoding = previous.then(() => run(pictures))
      previous = encoding.catch(() => {})
      try {
        return await encoding
      } finally {
        waitingBytes -= bytes
      }
    },
    async [Symbol.asyncDispose]() {
      await previous
      await stop()
    },
  }
}

/** Each batch has a context of its own: sessions of several teams are encoded one after another. */
async function encodeIn(
  browser: RunningBrowser['browser'],
  { width, height, frames }: PictureSeries,
): Promise<Encoded | undefined> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(encodeMsMax)
    await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await page.goto(pageUrl)
    const given = frames.map(({ jpeg, atMs }) => ({ jpeg: jpeg.toString('base64'), atMs }))
    const argument = JSON.stringify({ frames: given, width, height, bitrate })
    await page.addScriptTag({ content: source })
    const result = Result.parse(await withinTime(page.evaluate(`encode(${argument})`)))
    if (!result) return undefined
    const { samples, description } = result
    return { samples, track: { width, height, description } }
  } finally {
    await context.close()
  }
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('The encoder did not finish.')), encodeMsMax)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
