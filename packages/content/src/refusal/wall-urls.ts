import type { RefusalKind, SiteResponse } from './refusal.ts'

const loginPath =
  /(?:^|[/._-])(?:log-?in|sign-?in|authwall|checkpoint|sso|oauth2?|anmelden|connexion|iniciar-sesion)(?:[/._-]|$)/i
const consentHost = /^(?:consent|guce|myprivacy|privacygate|cmp)[.-]/i
const consentPath =
  /(?:^|[/._-])(?:collectconsent|cookie-?(?:consent|wall)|consent|privacy-?gate|zustimmung)(?:[/._-]|$)/i
const challengePath = /^\/(?:sorry\/|showcaptcha|captcha(?:[/.]|$)|_____tmd_____)/i

/** Whether a URL is that of a login. */
export const isLoginUrl = (url: string): boolean => loginPath.test(new URL(url).pathname)

/** The wall that a redirect has led to; undefined without one. */
export function redirectedToWall({
  requestedUrl,
  url,
}: Pick<SiteResponse, 'requestedUrl' | 'url'>): RefusalKind | undefined {
  if (requestedUrl === url) return undefined
  const [from, to] = [new URL(requestedUrl), new URL(url)]
  const isNew = (pattern: RegExp, part: 'host' | 'pathname') =>
    pattern.test(to[part]) && !pattern.test(from[part])
  if (isNew(challengePath, 'pathname')) return 'challenge'
  if (isNew(consentHost, 'host') || isNew(consentPath, 'pathname')) return 'consent_wall'
  return isNew(loginPath, 'pathname') ? 'login_wall' : undefined
}
