import { createSemaphore } from '#kernel/semaphore.ts'
import type { TemporaryFiles } from '#storage/temporary-files.ts'
import { createMakers, type MakersDeps } from './makers.ts'
import { makeMediaFolder } from './media-folder.ts'
import { isAboutOneFile, unsupported } from './media-failure.ts'
import type { Attempt, MadeFile } from './attempt.ts'
import type { FetchMedia, WantedMedia } from './media.ts'
import type { MediaReference } from '#content/media-reference.ts'

interface FetchMediaDeps extends MakersDeps {
  readonly temporaryFiles: Pick<TemporaryFiles, 'makeFolder'>
}

/** References of a page that are tried. */
const referencesMax = 4
const perTeamMax = 1
const waitingMax = 16
const refusal = 'Too many audio and video files of your team are waiting. Try again shortly.'

export function createFetchMedia(deps: FetchMediaDeps): FetchMedia {
  const makers = createMakers(deps)
  const slots = createSemaphore({ perTeamMax, waitingMax, refusal })

  async function make(attempt: Attempt): Promise<MadeFile> {
    const { kind } = attempt.wanted
    const sources = [
      ...fitting(attempt.wanted).map((found) => () => makers.ofReference(found, attempt)),
      ...(makers.ofPage ? [() => makers.ofPage?.(attempt)] : []),
    ]
    let failure: unknown = unsupported(
      kind,
      `The page names no ${kind}: no file, no og:${kind}, no structured data and no HLS or DASH stream.`,
    )
    for (const [index, source] of sources.entries()) {
      try {
        const made = await source()
        if (made) return made
      } catch (thrown) {
        if (!isAboutOneFile(thrown)) throw thrown
        // The first reference is the most certain one, so that its failure says most.
        if (index === 0) failure = thrown
      }
    }
    throw failure
  }

  return async function fetchMedia(wanted, caller) {
    using slot = await slots.acquire(caller)
    void slot
    await using building = new AsyncDisposableStack()
    const { path: folder } = building.use(await makeMediaFolder(deps.temporaryFiles))
    const made = await make({ wanted, folder, caller })
    const kept = building.move()
    return { ...made, [Symbol.asyncDispose]: () => kept.disposeAsync() }
  }
}

/** The references that can lead to media of the kind; for audio, recordings before films. */
function fitting({ kind, references }: WantedMedia): readonly MediaReference[] {
  const usable = references.filter((found) => kind === 'audio' || found.kind !== 'audio')
  const isFirst = (found: MediaReference) => kind === 'video' || found.kind === 'audio'
  const rest = usable.filter((found) => !isFirst(found))
  return [...usable.filter(isFirst), ...rest].slice(0, referencesMax)
}
