import { CookieJar } from 'tough-cookie'

const cookiesPerAnswerMax = 50
const cookieLengthMax = 4_096

/** Cookies of one scrape: what a redirect sets is sent to the hops it is meant for, and then forgotten. */
export interface Cookies {
  /** One Set-Cookie header or several, as undici hands them over. */
  store(setCookie: string | readonly string[] | undefined, url: URL): void
  /** The Cookie header for a URL: the caller's own, then the stored ones; undefined when there are none. */
  header(url: URL, own: string | undefined): string | undefined
}

export function createCookies(): Cookies {
  let jar: CookieJar | undefined
  return {
    store(setCookie, url) {
      for (const cookie of [setCookie ?? []].flat().slice(0, cookiesPerAnswerMax)) {
        if (cookie.length > cookieLengthMax) continue
        jar ??= new CookieJar(undefined, { looseMode: true })
        jar.setCookieSync(cookie, url.href, { ignoreError: true })
      }
    },
    header(url, own) {
      const stored = jar?.getCookieStringSync(url.href)
      return [own, stored].filter(Boolean).join('; ') || undefined
    },
  }
}
