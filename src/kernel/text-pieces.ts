const lengthMax = 16_384

/** Parts of a long text that make the whole text. They end behind a line, or else behind a space, if possible. */
export function* splitText(text: string): Generator<string> {
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
