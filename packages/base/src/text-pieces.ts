const piecesLength = 16_384
const slicesLength = 131_072
const isHighSurrogate = /[\uD800-\uDBFF]$/

/** Parts of a long text that make the whole text. They end behind a line, or else behind a space, if possible. */
export function* splitText(text: string, lengthMax = piecesLength): Generator<string> {
  for (let from = 0; from < text.length;) {
    const rest = text.slice(from, from + lengthMax)
    const piece = from + rest.length < text.length ? rest.slice(0, findEnd(rest)) : rest
    yield piece
    from += piece.length
  }
}

/** Searches the part alone: in the whole text, the search would begin at its first character for each part. */
function findEnd(part: string): number {
  const ends = ['\n', ' '].map((sign) => part.lastIndexOf(sign) + 1)
  return ends.find((end) => end > 0) ?? part.length
}

/** Slices of a text that make the whole text, of one length. No character is divided, so that each can be encoded by itself. */
export function* sliceText(text: string, length = slicesLength): Generator<string> {
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = from + length
    if (isHighSurrogate.test(text.slice(to - 1, to))) to += 1
    yield text.slice(from, to)
  }
}
