/** Titles of a page. */
export interface TitleSources {
  /** Of `<title>`. */
  readonly page: string | undefined
  /** Of `og:title` and structured data, the best first. */
  readonly declared: readonly string[]
  /** The headings of the first level. */
  readonly headings: readonly string[]
  readonly siteNames: readonly string[]
}

const separator = / [|–—·•»«›:~\-/]{1,2} | ?(?:[|»«›•]| ::) ?/g
const headingLengthMax = 250
const shareMin = 0.25

/**
 * The title of a page without the name of its site. A heading that is part of `<title>` is the visible title;
 * else a declared title that is part of `<title>`; else `<title>` without the site's name.
 */
export function findTitle({
  page,
  declared,
  headings,
  siteNames,
}: TitleSources): string | undefined {
  const sites = new Set(siteNames.map(foldTitle).filter((name) => name !== ''))
  const shown = headings.filter(
    (text) =>
      text.length <= headingLengthMax && foldTitle(text) !== '' && !sites.has(foldTitle(text)),
  )
  const names = declared.filter((text) => !sites.has(foldTitle(text)))
  if (page === undefined) return names[0] ?? shown[0]
  const whole = foldTitle(page)
  const isPart = (text: string) => {
    const own = foldTitle(text)
    return own !== '' && whole.includes(own) && own.length >= shareMin * whole.length
  }
  const heading =
    shown.find(isPart) ??
    shown.find((text) => names.some((name) => foldTitle(name) === foldTitle(text)))
  if (heading !== undefined) return heading
  const name = names.find(isPart)
  const own = withoutSite(name ?? page, sites)
  if (own !== undefined) return own
  return shown[0] ?? names[0] ?? page
}

/** Undefined when only the site's name is left. */
function withoutSite(title: string, sites: ReadonlySet<string>): string | undefined {
  if (sites.has(foldTitle(title))) return undefined
  const cuts = [...title.matchAll(separator)]
  for (const cut of cuts.toReversed()) {
    const rest = title.slice(cut.index + cut[0].length)
    if (isSite(rest, sites)) return title.slice(0, cut.index).trim() || undefined
  }
  for (const cut of cuts) {
    if (isSite(title.slice(0, cut.index), sites))
      return title.slice(cut.index + cut[0].length).trim() || undefined
  }
  return title
}

function isSite(text: string, sites: ReadonlySet<string>): boolean {
  const own = foldTitle(text)
  if (own === '') return true
  for (const site of sites) {
    if (own === site) return true
    if (own.length >= 4 && site.length >= 4 && (site.startsWith(own) || own.startsWith(site)))
      return true
  }
  return false
}

/** A name without what is neither letter nor digit, to compare it. */
export const foldTitle = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
