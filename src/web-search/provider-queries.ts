import type { SearchProvider, ProviderQuery } from './providers/provider.ts'
import { coveringUnit } from './time-range.ts'
import type { Wanted } from './wanted.ts'

export type QueryOfProvider = Omit<ProviderQuery, 'count' | 'page'>

/** How many queries a list of sites may be split into. */
const queriesMax = 4

/** What this provider is asked for: several queries when the sites do not fit into one. */
export function providerQueries(
  wanted: Wanted,
  { supports, limits }: Pick<SearchProvider, 'supports' | 'limits'>,
  now: Date,
): QueryOfProvider[] {
  const { time, country, location } = wanted
  const units = Array.isArray(supports.time) ? supports.time : undefined
  const options = {
    source: wanted.source,
    excludeSites: supports.siteLists ? wanted.notSites : [],
    ...(supports.time === 'range' && time.range && { range: time.range }),
    ...(units && time.range && { unit: coveringUnit(time.range, units, now) }),
    ...(takesCountry(supports, wanted.source) && {
      country: country ?? defaultCountry(supports, location),
    }),
    ...(supports.language && { language: wanted.language }),
    ...(supports.location && { location }),
    ...(supports.safe && { safe: wanted.safe }),
    tbs: wanted.tbs,
    filter: wanted.filter,
  }
  return writeTexts(wanted, supports, limits.queryCharsMax).map((text) => ({ ...options, ...text }))
}

/** Whether its searches of this source can be for a country. */
export const takesCountry = (
  { country = false, countrySources }: SearchProvider['supports'],
  source: Wanted['source'],
): boolean => country !== false && (countrySources?.includes(source) ?? true)

/** What providers that prefer a country are asked for when the caller named none. */
const defaultCountry = (supports: SearchProvider['supports'], location: string | undefined) =>
  supports.country === 'named' || location !== undefined ? undefined : 'US'

interface Text {
  readonly text: string
  readonly includeSites: readonly string[]
}

function writeTexts(
  wanted: Wanted,
  supports: SearchProvider['supports'],
  charsMax: number,
): Text[] {
  const { query, sites, anyOf } = wanted
  const base = clipped(writeBase(wanted, supports), charsMax)
  const needed = sites.length > 0 ? sites : anyOf.sites
  if (supports.siteLists) return [{ text: base, includeSites: needed }]
  if (supports.operators === 'none')
    return [{ text: query.text.replaceAll('"', ''), includeSites: [] }]
  const types =
    supports.operators === 'all' ? anyOf.fileTypes.map((type) => `filetype:${type}`) : []
  // With both lists the category is checked on the results.
  const choices = [...needed.map((site) => `site:${site}`), ...(sites.length > 0 ? [] : types)]
  return makeGroups(choices, charsMax - base.length - 1).map((group) => ({
    text: [base, group].filter(Boolean).join(' '),
    includeSites: [],
  }))
}

/** Words and operators but the sites that are wanted. */
function writeBase(
  { query, notSites, fileTypes }: Wanted,
  { operators, siteLists }: SearchProvider['supports'],
) {
  if (operators === 'none') return query.text.replaceAll('"', '')
  const own =
    operators === 'all'
      ? [
          ...fileTypes.map((type) => `filetype:${type}`),
          ...query.inTitle.map((text) => `intitle:${quoted(text)}`),
          ...query.inUrl.map((text) => `inurl:${quoted(text)}`),
          ...query.related.map((site) => `related:${site}`),
          ...query.imageSizes,
        ]
      : [...query.inTitle, ...query.inUrl]
  return [
    query.text,
    ...query.minus.map((text) => `-${quoted(text)}`),
    ...own,
    ...(siteLists ? [] : notSites.map((site) => `-site:${site}`)),
  ]
    .filter(Boolean)
    .join(' ')
}

const quoted = (text: string) => (/\s/.test(text) ? `"${text}"` : text)

/** Joins with `OR` what fits together; one empty group when there is nothing to join. */
function makeGroups(choices: readonly string[], charsMax: number): string[] {
  const groups: string[] = []
  for (const choice of choices) {
    const last = groups.at(-1)
    const joined = last === undefined ? choice : `${last} OR ${choice}`
    if (last !== undefined && joined.length <= charsMax) groups[groups.length - 1] = joined
    else groups.push(choice)
  }
  return groups.length === 0 ? [''] : groups.slice(0, queriesMax)
}

/** Cut at a space, so that no word is cut. */
function clipped(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  const cut = text.slice(0, charsMax + 1)
  const space = cut.lastIndexOf(' ')
  return cut.slice(0, space > 0 ? space : charsMax)
}
