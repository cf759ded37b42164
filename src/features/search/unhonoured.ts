import type { Provider } from './providers/provider.ts'
import type { Wanted } from './wanted.ts'

/** What the caller asked for and this provider cannot do, as one sentence; what is filtered here is no loss. */
export function unhonoured(wanted: Wanted, { name, supports }: Provider): string[] {
  const { country, location, safe, time, source } = wanted
  const lost = [
    ...(country !== undefined && !supports.country ? ['country'] : []),
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
