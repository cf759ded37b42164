import type { PublicExport } from './public-export.ts'

/** `/document/d/ID`, also with the number of an account. Published pages (`/d/e/…`) and exports are read as they are. */
const linkPath =
  /^\/(document|spreadsheets|presentation)(?:\/u\/\d+)?\/d\/(?!e\/)([\w-]+)(?:\/(?:edit|view|preview|mobilebasic|htmlview|present|copy)?)?$/

/** Documents, tables and slides of Google as office files. A table with `gid` is that sheet alone. */
export const googleEditors: PublicExport = {
  locate({ hostname, pathname, searchParams, hash }) {
    const [, editor, id] = hostname === 'docs.google.com' ? (linkPath.exec(pathname) ?? []) : []
    if (id === undefined) return undefined
    const base = `https://docs.google.com/${editor}/d/${id}/export`
    if (editor === 'document') return `${base}?format=docx`
    if (editor === 'presentation') return `${base}/pptx`
    const gid = new URLSearchParams(hash.slice(1)).get('gid') ?? searchParams.get('gid')
    const isSheet = gid !== null && /^\d{1,12}$/.test(gid)
    return isSheet ? `${base}?format=csv&gid=${gid}` : `${base}?format=xlsx`
  },
}
