import { takesCountry } from './provider-queries.ts'
import type { SearchProvider } from './providers/provider.ts'
import type { Wanted } from './wanted.ts'

/** Options of the request that this provider does not support and the service cannot apply itself, one sentence each. */
export function unsupportedOptions(wanted: Wanted, { name, supports }: SearchProvider): string[] {
  const { country, language, location, safe, time, source } = wanted
  const lost = [
    // English is the default, also of callers who name no language.
    ...(language !== 'en' && !supports.language ? ['lang'] : []),
    ...(country !== undefined && !takesCountry(supports, source) ? ['country'] : []),
    ...(location !== undefined && !supports.location ? ['location'] : []),
    ...(safe === true && !supports.safe ? ['safe'] : []),
    ...(time.range && supports.time === 'none' && source !== 'images'
      ? ['tbs (only results that show a date were checked)']
      : []),
  ]
  return lost.length === 0
    ? []
    : [`The provider of these results, ${name}, does not know: ${lost.join(', ')}.`]
}
