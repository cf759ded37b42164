import { isList, isObject } from '#base/json-values.ts'
import { decodeText } from './bytes/charset.ts'
import type { ContentRequest } from './content.ts'
import type { Reading } from './reading.ts'
import { fenced, textReading } from './text.ts'

/** In the order in which the forms of an output are preferred; others are pictures and programs. */
const forms = ['text/markdown', 'text/plain', 'text/latex', 'text/html'] as const
const damaged = 'Cells or outputs of the notebook that are damaged were left out.'
const picturesLost = 'Pictures and other outputs of the notebook that are no text were left out.'

/**
 * A notebook of Jupyter (nbformat 3 and 4): Markdown is its texts as they are, with code and what it printed in fences. Undefined for other
 * JSON, and where JSON paths choose values of it.
 */
export function readNotebook(request: ContentRequest): Reading | undefined {
  const { body, contentType, includeTags, excludeTags } = request
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (!bytes.includes('"nbformat"') || includeTags.length + excludeTags.length > 0) return undefined
  const { text, warnings } = decodeText(body, 'text', contentType)
  const book = asObject(parse(text))
  const cells = [
    ...readList(book['cells']),
    ...readList(book['worksheets']).flatMap((sheet) => readList(asObject(sheet)['cells'])),
  ].map(asObject)
  if (typeof book['nbformat'] !== 'number' || cells.length === 0) return undefined
  const { language_info: info, kernelspec } = asObject(book['metadata'])
  const language = readLines(asObject(info)['name'] ?? asObject(kernelspec)['language'])
  let isDamaged = [book['cells'], book['worksheets']].some((list) => !isRecords(list ?? []))
  const parts = cells.flatMap(({ cell_type: type, source, input, outputs, attachments }) => {
    isDamaged ||= !isTexts(source ?? input) || !isRecords(outputs ?? [])
    isDamaged ||= readList(outputs).some((output) => !isTexts(asObject(output)['text']))
    const lines = readLines(source ?? input)
    const cell = type === 'code' ? { text: fence(lines, language) } : { text: lines }
    const pictures = Object.keys(asObject(attachments)).map((): { text?: string } => ({}))
    return [cell, ...pictures, ...readList(outputs).map((output) => readOutput(asObject(output)))]
  })
  const texts = parts.map((part) => part.text ?? '').filter((part) => part.trim() !== '')
  const isLost = parts.some((part) => part.text === undefined)
  return {
    ...textReading(request, { text, warnings, markdown: `${texts.join('\n\n')}\n` }),
    warnings: () => [
      ...warnings,
      ...(isLost ? [picturesLost] : []),
      ...(isDamaged ? [damaged] : []),
    ],
  }
}

const fence = (text: string, language: string) => (text.trim() === '' ? '' : fenced(text, language))

/** Without a text for an output that has none. */
function readOutput(output: Fields): { readonly text?: string } {
  const { output_type: type, text, html, ename, evalue } = output
  if (type === 'error' || type === 'pyerr')
    return { text: fence(`${readLines(ename)}: ${readLines(evalue)}`, '') }
  if (type === 'stream') return { text: fence(readLines(text), '') }
  // In the older format the forms are members of the output, by other names.
  const data: Fields = { 'text/plain': text, 'text/html': html, ...asObject(output['data']) }
  const form = forms.find((one) => readLines(data[one]) !== '')
  if (form === undefined) return {}
  const shown = readLines(data[form])
  if (form === 'text/markdown') return { text: shown }
  return { text: fence(shown, form === 'text/plain' ? '' : form.slice('text/'.length)) }
}

type Fields = Readonly<Record<string, unknown>>

/** Texts are strings or lists of their lines. */
const readLines = (text: unknown): string =>
  typeof text === 'string'
    ? text
    : readList(text)
        .filter((line) => typeof line === 'string')
        .join('')

/** Whether a value is absent, a text, or a list of texts. */
const isTexts = (value: unknown) =>
  (value ?? '') === '' ||
  typeof value === 'string' ||
  (isList(value) && value.every((one) => typeof one === 'string'))
const isRecords = (value: unknown) => isList(value) && value.every((one) => isObject(one))

const asObject = (value: unknown): Fields => (isObject(value) ? value : {})
const readList = (value: unknown): readonly unknown[] => (isList(value) ? value : [])

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
