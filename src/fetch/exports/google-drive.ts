import type { PublicExport } from './public-export.ts'

/** Files of Google Drive, as downloads. */
export const googleDrive: PublicExport = {
  locate({ hostname, pathname, searchParams }) {
    if (hostname !== 'drive.google.com') return undefined
    const [, named] = /^\/file(?:\/u\/\d+)?\/d\/([\w-]+)/.exec(pathname) ?? []
    const id = named ?? (pathname === '/open' ? searchParams.get('id') : undefined)
    if (!id || !/^[\w-]{1,128}$/.test(id)) return undefined
    return `https://drive.google.com/uc?export=download&id=${id}`
  },
}
