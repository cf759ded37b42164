const start = /<office:annotation(?:\s[^<>]*)?>/
const end = '</office:annotation>'
const creator = /<dc:creator>([^<]*)<\/dc:creator>/
/** Its date, and the initials of its author. */
const others =
  /<(dc:date|meta:date-string|meta:creator-initials|loext:sender-initials)>[^<]*<\/\1>/g

/**
 * Makes notes of the annotations of a text, as those of Word are, because the converter joins them to the words before. Undefined when there
 * are none.
 */
export function withAnnotationNotes(part: Buffer): Buffer | undefined {
  const [first = '', ...rest] = part.toString('utf8').split(start)
  if (rest.length === 0) return undefined
  const written = rest.map((piece) => {
    const until = piece.indexOf(end)
    const content = until === -1 ? piece : piece.slice(0, until)
    const author = creator.exec(content)?.[1]?.trim() ?? ''
    const text = content.replace(creator, '').replaceAll(others, '')
    const note = makeNote(author === '' ? text : withName(text, author))
    return until === -1 ? note : note + piece.slice(until + end.length)
  })
  return Buffer.from(first + written.join(''))
}

const makeNote = (body: string) =>
  `<text:note text:note-class="footnote"><text:note-citation/><text:note-body>${body}</text:note-body></text:note>`

/** In the first paragraph. */
const withName = (text: string, author: string) =>
  text.replace(/<text:p(?:\s[^<>]*)?>/, (tag) => (tag.endsWith('/>') ? tag : `${tag}${author}: `))
