import type { PublicExport } from './public-export.ts'

/** Shared files of OneDrive and SharePoint, as downloads. */
export const onedrive: PublicExport = {
  locate(link) {
    const { hostname, pathname, searchParams } = link
    if (hostname === '1drv.ms' || (hostname === 'onedrive.live.com' && searchParams.has('resid'))) {
      const share = Buffer.from(link.href).toString('base64url')
      return `https://api.onedrive.com/v1.0/shares/u!${share}/root/content`
    }
    // `/:w:/` is a document, `/:f:/` a folder.
    const isFile = hostname.endsWith('.sharepoint.com') && /^\/:[bptuvwxi]:\//.test(pathname)
    if (!isFile) return undefined
    const url = new URL(link)
    url.searchParams.set('download', '1')
    return url.href
  },
}
