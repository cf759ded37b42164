import { createHash } from 'node:crypto'
import { canonicalUrl } from '#kernel/url.ts'

/** Names a page of a team: equal for spellings of one URL. */
export const urlKey = (url: string): Buffer =>
  createHash('sha256').update(canonicalUrl(url)).digest()

/** Lower case, without `www.`. */
export function readHost(url: string): string {
  const { hostname } = new URL(url)
  return hostname.startsWith('www.') ? hostname.slice(4) : hostname
}
