const lengthMax = 131_072
const isHighSurrogate = /[\uD800-\uDBFF]$/

/** Slices of a text that make the whole text. No character is divided, so that each can be encoded by itself. */
export function* sliceText(text: string): Generator<string> {
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = from + lengthMax
    if (isHighSurrogate.test(text.slice(to - 1, to))) to += 1
    yield text.slice(from, to)
  }
}
