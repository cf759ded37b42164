import { formats } from '#formats/registry.ts'

/** A document; its members are those of the formats. */
interface Printed {
  readonly warning?: string | undefined
  readonly [member: string]: unknown
}

interface Print {
  readonly formats: readonly { readonly type: string }[]
  readonly asJson: boolean
}

/** Prints a single text format as text, a list one item per line; several formats, or `--json`, as JSON. */
export function printDocument(document: Printed, { formats: asked, asJson }: Print): string {
  const [only, ...others] = asked
  if (asJson || !only || others.length > 0) {
    return JSON.stringify(document, null, 2)
  }
  const member = getMember(only.type)
  const value: unknown = Object.entries(document).find(([name]) => name === member)?.[1] ?? ''
  if (typeof value === 'string') return value.trimEnd()
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string')
  return isList ? value.join('\n') : JSON.stringify(value, null, 2)
}

/** The member of the document that a format fills. */
const getMember = (type: string) =>
  Object.keys(formats.find((record) => record.type === type)?.members ?? {})[0] ?? type
