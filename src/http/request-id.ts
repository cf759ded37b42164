import { newId } from '#kernel/ids.ts'

const sane = /^[A-Za-z0-9._:-]{1,128}$/

/** The caller's X-Request-Id if it is safe for logs and headers, else a new one. */
export function requestId(request: {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}): string {
  const offered = request.headers['x-request-id']
  return typeof offered === 'string' && sane.test(offered) ? offered : newId()
}
