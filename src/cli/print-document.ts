import type { SavedRenderings } from './save-renderings.ts'
import type { ScrapedDocument } from './scrape-document.ts'

type Printed = Omit<ScrapedDocument, 'rendering'> & SavedRenderings

interface Print {
  readonly formats: readonly { readonly type: string }[]
  readonly asJson: boolean
}

/** Prints a single text format as text, a list one item per line; several formats, or `--json`, as JSON. */
export function printDocument(document: Printed, { formats, asJson }: Print): string {
  const { warnings, internal: _internal, ...rest } = document
  const [only, ...others] = formats
  if (asJson || !only || others.length > 0) {
    const warning = warnings.length > 0 ? { warning: warnings.join(' ') } : {}
    return JSON.stringify({ ...rest, ...warning }, null, 2)
  }
  const value: unknown = Object.entries(rest).find(([name]) => name === only.type)?.[1] ?? ''
  if (typeof value === 'string') return value.trimEnd()
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string')
  return isList ? value.join('\n') : JSON.stringify(value, null, 2)
}
