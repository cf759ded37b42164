import type { Request, Response } from 'playwright-core'

/** An audio or video file, or a manifest of a stream, that a page has requested. */
export interface SeenMedia {
  readonly url: string
  /** As the server declares it; undefined while it has not responded. */
  readonly contentType: string | undefined
}

const seenMax = 20
const urlLengthMax = 8_192
const manifestName = /^[^?#]{1,8192}\.(?:m3u8|mpd)(?:[?#]|$)/i
const mediaType = /^(?:audio|video)\/|mpegurl|dash\+xml/i
/** Parts of a stream; its manifest is seen too. */
const partType = /^video\/(?:mp2t|iso\.segment)/i

/** Collects the media that a page requests, without their parts. */
export function collectMedia() {
  const seen = new Map<string, SeenMedia>()
  const add = (url: string, contentType: string | undefined) => {
    if (!/^https?:/i.test(url) || url.length > urlLengthMax) return
    if (seen.size < seenMax || seen.has(url)) seen.set(url, { url, contentType })
  }
  return {
    began(request: Request): void {
      const url = request.url()
      if (request.resourceType() === 'media' || manifestName.test(url)) add(url, undefined)
    },
    answered(response: Response): void {
      const type = response.headers()['content-type'] ?? ''
      if (response.ok() && mediaType.test(type) && !partType.test(type)) add(response.url(), type)
    },
    list: (): readonly SeenMedia[] => [...seen.values()],
  }
}
