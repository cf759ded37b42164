/**
 * The cookie of a session. Over an encrypted connection its name makes browsers bind it to this host; without encryption
 * browsers drop cookies that are marked as secure, so that it has another name.
 */
const encryptedName = '__Host-weir'
const plainName = 'weir-http'
const tokenShape = /^[\w-]{43}$/

const chooseName = (isEncrypted: boolean) => (isEncrypted ? encryptedName : plainName)

/** Returns the token in a Cookie header; undefined if there is none, or several. */
export function sessionToken(header: string | undefined, isEncrypted: boolean): string | undefined {
  const prefix = `${chooseName(isEncrypted)}=`
  const found = (header ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(prefix))
  const [token] = found.map((cookie) => cookie.slice(prefix.length))
  return found.length === 1 && token !== undefined && tokenShape.test(token) ? token : undefined
}

/** Returns the Set-Cookie header of a session; null removes the cookie. */
export function sessionCookie(
  session: { readonly token: string; readonly expiresAt: Date } | null,
  isEncrypted: boolean,
): string {
  const value = session
    ? `${session.token}; Expires=${session.expiresAt.toUTCString()}`
    : '; Max-Age=0'
  const secure = isEncrypted ? '; Secure' : ''
  return `${chooseName(isEncrypted)}=${value}; Path=/; HttpOnly; SameSite=Strict${secure}`
}
