import type { ScrapeChoices, ScrapedDocument } from './scrape-document.ts'

interface Print {
  readonly formats: ScrapeChoices['formats']
  readonly asJson: boolean
}

/** One text format is printed as it is, a list one line per item; several formats, or `--json`, as JSON. */
export function printDocument(document: ScrapedDocument, { formats, asJson }: Print): string {
  const { warnings, shell: _shell, ...rest } = document
  const [only, ...others] = formats
  if (asJson || !only || others.length > 0) {
    const warning = warnings.length > 0 ? { warning: warnings.join(' ') } : {}
    return JSON.stringify({ ...rest, ...warning }, null, 2)
  }
  if (only.type === 'links' || only.type === 'images') return (rest[only.type] ?? []).join('\n')
  const value = rest[only.type] ?? ''
  if (typeof value === 'string') return value.trimEnd()
  return JSON.stringify(value, null, 2)
}
