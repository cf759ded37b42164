import { CookieJar } from 'tough-cookie'

const cookiesPerAnswerMax = 50
const cookieLengthMax = 4_096

/** Cookies of one scrape: set by redirects, sent to matching URLs, and then discarded. */
export interface Cookies {
  /** One or several Set-Cookie headers. */
  store(setCookie: string | readonly string[] | undefined, url: URL): void
  /** Returns the Cookie header for a URL: the caller's cookies, then the stored ones; undefined without any. */
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
