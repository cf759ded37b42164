import type { PublicExport } from './public-export.ts'

/** Files of Google Drive, as downloads. */
export const googleDrive: PublicExport = {
  locate(link) {
    const { hostname, pathname, searchParams } = link
    if (hostname !== 'drive.google.com' && hostname !== 'docs.google.com') return undefined
    const [, named] = /^(?:\/a\/[\w.-]+)?\/file(?:\/u\/\d+)?\/d\/([\w-]+)/.exec(pathname) ?? []
    const id = named ?? (/^\/(?:open|uc)$/.test(pathname) ? searchParams.get('id') : undefined)
    if (!id || !/^[\w-]{1,128}$/.test(id)) return undefined
    return withResourceKey(`https://drive.google.com/uc?export=download&id=${id}`, link)
  },
}

/** Older shared files are found only with the key of their link. */
export function withResourceKey(url: string, { searchParams }: URL): string {
  const key = searchParams.get('resourcekey')
  if (key === null || !/^[\w-]{1,64}$/.test(key)) return url
  return `${url}${url.includes('?') ? '&' : '?'}resourcekey=${key}`
}
