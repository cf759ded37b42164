/** A channel as Apprise writes it: `ntfys://token@ntfy.example/topic?priority=high`. */
export interface ChannelUrl {
  /** Without a final `s` that stands for TLS where the service has both. */
  readonly scheme: string
  readonly user: string | undefined
  readonly password: string | undefined
  /** With the port, as written. */
  readonly host: string
  /** Decoded, without empty ones. */
  readonly parts: readonly string[]
  readonly query: Readonly<Record<string, string>>
}

const lengthMax = 1_024
const authority = /^(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<host>[^/]*)$/

/** Reads a URL of any scheme. Tokens may hold what hosts may not, so `URL` does not read it. Undefined for other texts. */
export function readChannelUrl(text: string): ChannelUrl | undefined {
  const written = text.trim()
  const at = written.indexOf('://')
  const scheme = written.slice(0, Math.max(0, at)).toLowerCase()
  if (!/^[a-z]{2,20}$/.test(scheme) || written.length > lengthMax || /\s/.test(written))
    return undefined
  const [address, query] = split(written.slice(at + 3), '?')
  const [before, path] = split(address, '/')
  const found = authority.exec(before)?.groups
  if (!found) return undefined
  const { user, password, host = '' } = found
  return {
    scheme,
    user: user === undefined || user === '' ? undefined : decode(user),
    password: password === undefined ? undefined : decode(password),
    host: decode(host),
    parts: path
      .split('/')
      .filter((part) => part !== '')
      .map(decode),
    query: Object.fromEntries(new URLSearchParams(query)),
  }
}

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign that escapes nothing stands for itself.
    return text
  }
}
