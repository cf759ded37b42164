import type { Page } from '#fetch/page.ts'
import { percentDecoded } from '#base/percent-decoded.ts'

/** Content types that servers use for files of unknown type. */
const vague =
  /^(|text\/plain|application\/octet-stream|binary\/octet-stream|application\/(x-)?download)$/

/**
 * Returns the name of a file: from Content-Disposition or, if its content type is unknown, from its URL. Undefined for
 * pages.
 */
export function findFileName({ url, headers }: Pick<Page, 'url' | 'headers'>): string | undefined {
  const named = nameInDisposition(headers['content-disposition'] ?? '')
  if (named !== undefined) return named
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return vague.test(type) ? (URL.parse(url)?.pathname.split('/').at(-1) ?? undefined) : undefined
}

/** `filename*` takes precedence over `filename` (RFC 6266). */
function nameInDisposition(value: string): string | undefined {
  const [, encoded] = /filename\*\s*=\s*[\w-]+'[^']*'([^;\s]+)/i.exec(value) ?? []
  if (encoded !== undefined) return percentDecoded(encoded)
  const [, quoted, bare] = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(value) ?? []
  return quoted ?? bare
}
