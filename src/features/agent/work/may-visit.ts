import { getDomain } from 'tldts'
import { canonicalUrl, readUrl } from '#kernel/url.ts'

/** Which pages a run may read: one place for every tool, outside of the model. */
export interface MayVisit {
  /** The URL in normal form, or why it may not be read. */
  check(url: string): { readonly url: string } | { readonly refusal: string }
  /** Whether a page may be used that a permitted URL has led to. */
  mayEndAt(requested: string, reached: string): boolean
  /** Whether a browser may go to a URL; `from` has redirected to it. */
  readonly mayNavigate: (url: string, from: string | undefined) => boolean
  /** Whether pages can be read alone that the caller has named. */
  readonly isStrict: boolean
}

interface VisitRules {
  readonly allowedHosts: readonly string[]
  readonly urls: readonly string[]
  readonly isStrict: boolean
}

export function createMayVisit({ allowedHosts, urls, isStrict }: VisitRules): MayVisit {
  const given = new Set(urls.map((url) => makeKey(url)))
  const mayEndAt = (requested: string, reached: string) =>
    !isStrict || given.has(makeKey(reached)) || readSite(requested) === readSite(reached)
  return {
    isStrict,
    mayEndAt,
    mayNavigate: (url, from) =>
      !isStrict || given.has(makeKey(url)) || (from !== undefined && mayEndAt(from, url)),
    check(text) {
      const reading = readUrl(text, allowedHosts)
      if (reading.status !== 'read') return { refusal: reading.reason }
      if (isStrict && !given.has(makeKey(reading.url))) {
        return { refusal: `This run may read these pages alone: ${urls.join(', ')}` }
      }
      return { url: reading.url }
    },
  }
}

/** Without its fragment. */
function makeKey(text: string): string {
  const url = new URL(canonicalUrl(text))
  url.hash = ''
  return url.href
}

/** Addresses have no domain: their host with its port is the site. */
function readSite(text: string): string {
  const { hostname, host } = new URL(text)
  return getDomain(hostname) ?? host
}
