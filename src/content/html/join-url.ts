import { noAddress } from '#kernel/no-address.ts'

/** Makes a plain reference absolute; undefined for one that has to be parsed. */
export type JoinUrl = (reference: string) => string | undefined

/**
 * Most references of most pages are so plain that parsing would not change them: they are joined to the base, which
 * takes a tenth of the time.
 */
export function createJoinUrl(baseUrl: string): JoinUrl {
  const base = baseUrl === noAddress ? null : URL.parse(baseUrl)
  if (base?.protocol !== 'http:' && base?.protocol !== 'https:')
    return (reference) => (plainUrl.test(reference) ? reference : undefined)
  const root = new URL('/', base).href
  const folder = new URL('.', base).href
  const parent = new URL('..', base).href
  return (reference) => {
    if (reference.startsWith('/'))
      return plainPath.test(reference) ? root + reference.slice(1) : undefined
    if (plainName.test(reference)) return folder + reference
    if (plainUrl.test(reference)) return reference
    const above = reference.startsWith('../') ? reference.slice(3) : ''
    return plainName.test(above) ? parent + above : undefined
  }
}

/** Folders and a name that do not begin with a dot, a query, a place on the page. */
const name = '[\\w~-][\\w~.-]*'
const rest = '(?:\\?[\\w=&%+~.-]*)?(?:#[\\w=~.-]*)?$'
const plainName = new RegExp(`^${name}(?:/${name})*/?${rest}`)
const plainPath = new RegExp(`^/(?:${name}/)*(?:${name})?${rest}`)
const plainUrl = new RegExp(
  `^https?://(?!.*xn--)[a-z\\d-]+(?:\\.[a-z\\d-]+)*\\.[a-z]{2,}/(?:${name}/)*(?:${name})?${rest}`,
)
