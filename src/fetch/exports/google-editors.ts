import { withResourceKey } from './google-drive.ts'
import type { PublicExport } from './public-export.ts'

/** `/document/d/ID`, also with a domain or the number of an account. Published pages (`/d/e/…`) and exports are read as they are. */
const linkPath =
  /^(?:\/a\/[\w.-]+)?\/(document|spreadsheets|presentation|drawings)(?:\/u\/\d+)?\/d\/(?!e\/)([\w-]+)(?:\/(?:edit|view|preview|mobilebasic|htmlview|present|embed|copy)?\/?)?$/

/** Documents, tables and slides of Google as office files, drawings as PDF. A table with `gid` is that sheet alone. */
export const googleEditors: PublicExport = {
  locate(link) {
    const { hostname, pathname, searchParams, hash } = link
    const [, editor, id] = hostname === 'docs.google.com' ? (linkPath.exec(pathname) ?? []) : []
    if (id === undefined) return undefined
    const base = `https://docs.google.com/${editor}/d/${id}/export`
    if (editor === 'document') return withResourceKey(`${base}?format=docx`, link)
    if (editor === 'drawings') return withResourceKey(`${base}/pdf`, link)
    if (editor === 'presentation') return withResourceKey(`${base}/pptx`, link)
    const gid = new URLSearchParams(hash.slice(1)).get('gid') ?? searchParams.get('gid')
    const isSheet = gid !== null && /^\d{1,12}$/.test(gid)
    return withResourceKey(`${base}?format=${isSheet ? `csv&gid=${gid}` : 'xlsx'}`, link)
  },
}
