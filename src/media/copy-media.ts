import type { Caller } from '#kernel/caller.ts'
import type { SignedFiles } from '#storage/signed-files.ts'
import type { FetchMedia, WantedMedia } from './media.ts'

interface Copying extends Caller {
  /** Origin of the link; the configured one when absent. */
  readonly baseUrl?: string | undefined
}

/** Fetches the audio or video of a page and returns a link to its copy, valid for one hour. Fails like `FetchMedia`. */
export type CopyMedia = (wanted: WantedMedia, copying: Copying) => Promise<string>

export function createCopyMedia(deps: {
  readonly fetchMedia: FetchMedia
  readonly files: Pick<SignedFiles, 'keepCopy'>
  /** Origin for links in documents that no request waits for. */
  readonly publicUrl: string
}): CopyMedia {
  const { fetchMedia, files, publicUrl } = deps
  return async function copyMedia(wanted, { baseUrl = publicUrl, ...caller }) {
    await using made = await fetchMedia(wanted, caller)
    const { path, byteLength, contentType } = made
    return (
      baseUrl + (await files.keepCopy({ teamId: caller.teamId, path, byteLength, contentType }))
    )
  }
}
