const start = /<office:annotation(?:\s[^<>]*)?>/
const end = '</office:annotation>'
const creator = /<dc:creator>([^<]*)<\/dc:creator>/
/** Its date, and the initials of its author. */
const others =
  /<(dc:date|meta:date-string|meta:creator-initials|loext:sender-initials)>[^<]*<\/\1>/g

export type OpenDocument = 'text' | 'spreadsheet' | 'presentation'

/**
 * Makes notes of the annotations of a text or of cells, as those of Word are, and boxes of those of slides, because the converter joins
 * them to other words or leaves them out. Undefined when there are none.
 */
export function withAnnotationNotes(part: Buffer, kind: OpenDocument): Buffer | undefined {
  const [first = '', ...rest] = part.toString('utf8').split(start)
  if (rest.length === 0) return undefined
  const written = [first]
  for (const piece of rest) {
    const until = piece.indexOf(end)
    const content = until === -1 ? piece : piece.slice(0, until)
    const after = until === -1 ? '' : piece.slice(until + end.length)
    const author = creator.exec(content)?.[1]?.trim() ?? ''
    const body = content.replace(creator, '').replaceAll(others, '')
    const text = author === '' ? body : withName(body, author)
    if (kind === 'presentation') written.push(makeBox(text), after)
    else if (kind === 'text') written.push(makeNote(text), after)
    else written.push(inCell(makeNote(text), after))
  }
  return Buffer.from(written.join(''))
}

const makeNote = (body: string) =>
  `<text:note text:note-class="footnote"><text:note-citation/><text:note-body>${body}</text:note-body></text:note>`
const makeBox = (body: string) => `<draw:frame><draw:text-box>${body}</draw:text-box></draw:frame>`

/** In the first paragraph. */
const withName = (text: string, author: string) =>
  text.replace(/<text:p(?:\s[^<>]*)?>/, (tag) => (tag.endsWith('/>') ? tag : `${tag}${author}: `))

const paragraphEnd = '</text:p>'

/** The annotation of a cell stands before its paragraphs. */
function inCell(note: string, after: string): string {
  const at = /^\s*<text:p[\s>]/.test(after) ? after.indexOf(paragraphEnd) : -1
  return at === -1
    ? `<text:p>${note}</text:p>${after}`
    : after.slice(0, at) + note + after.slice(at)
}
