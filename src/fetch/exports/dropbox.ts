import type { PublicExport } from './public-export.ts'

/** Shared files of Dropbox, as downloads. Shared folders are read as they are. */
export const dropbox: PublicExport = {
  locate(link) {
    const isFile =
      /^(?:www\.)?dropbox\.com$/.test(link.hostname) &&
      /^\/(?:s\/|scl\/fi\/)[^/]+\/[^/]+/.test(link.pathname)
    if (!isFile) return undefined
    const url = new URL(link)
    url.searchParams.delete('raw')
    url.searchParams.set('dl', '1')
    return url.href
  },
}
