import type { Config } from '#config.ts'
import { findProgram } from '#base/find-program.ts'
import { startFilteringProxy, type FilteringProxy } from '#net/filtering-proxy.ts'
import type { OwnAddresses } from '#net/own-addresses.ts'
import { createFetchMedia } from './create-fetch-media.ts'
import type { FetchMedia } from './media.ts'

type MediaDeps = Pick<Parameters<typeof createFetchMedia>[0], 'client' | 'temporaryFiles'> &
  Pick<Parameters<typeof startFilteringProxy>[0], 'guard' | 'admitUrl' | 'log' | 'routes'> & {
    readonly own: OwnAddresses
  }

/** Audio and video of pages. The proxy of its programs starts when one of them is first needed; `stack` disposes it. */
export function composeMedia(
  config: Config,
  { client, temporaryFiles, own, ...parts }: MediaDeps,
  stack: AsyncDisposableStack,
): FetchMedia {
  let proxy: Promise<FilteringProxy> | undefined
  async function startProxy(): Promise<FilteringProxy> {
    const started = await startFilteringProxy({ ...parts, admission: 'credentials' })
    await own.add(started.host, started.port)
    return started
  }
  stack.defer(async () => (await proxy)?.[Symbol.asyncDispose]())
  return createFetchMedia({
    client,
    userAgent: config.fetch.userAgent,
    temporaryFiles,
    proxy: () => (proxy ??= startProxy()),
    programs: mediaPrograms(config),
    bytesMax: config.media.bytesMax,
  })
}

/** The optional programs of the formats `audio` and `video`. Throws if a configured one does not exist. */
export function mediaPrograms({ media: { ffmpegPath, ytDlpPath } }: Config) {
  const ffmpeg = { name: 'ffmpeg', setting: 'WEIR_FFMPEG_PATH', configured: ffmpegPath }
  const ytDlp = { name: 'yt-dlp', setting: 'WEIR_YT_DLP_PATH', configured: ytDlpPath }
  return {
    ffmpeg: ffmpegPath === 'off' ? undefined : findProgram(ffmpeg),
    ytDlp: ytDlpPath === 'off' ? undefined : findProgram(ytDlp),
  }
}
