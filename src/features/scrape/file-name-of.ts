import type { Page } from '#fetch/page.ts'

/** Types a server gives to what it does not know. */
const vague =
  /^(|text\/plain|application\/octet-stream|binary\/octet-stream|application\/(x-)?download)$/

/**
 * What a file is called that a site hands out: by its Content-Disposition, or, where the site does not know what it is,
 * by its address. Undefined for pages.
 */
export function fileNameOf({ url, headers }: Pick<Page, 'url' | 'headers'>): string | undefined {
  const named = nameInDisposition(headers['content-disposition'] ?? '')
  if (named !== undefined) return named
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return vague.test(type) ? (URL.parse(url)?.pathname.split('/').at(-1) ?? undefined) : undefined
}

/** The form with an encoding wins over the one without (RFC 6266). */
function nameInDisposition(value: string): string | undefined {
  const [, encoded] = /filename\*\s*=\s*[\w-]+'[^']*'([^;\s]+)/i.exec(value) ?? []
  if (encoded !== undefined) return decoded(encoded)
  const [, quoted, bare] = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(value) ?? []
  return quoted ?? bare
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
