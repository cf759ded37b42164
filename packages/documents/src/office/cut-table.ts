const headBytes = 65_536
const [quote, lineEnd] = [0x22, 0x0a]

/**
 * Removes the lines of a CSV file beyond the limit of cells, before the conversion: each
 * cell costs the converter a hundred times its size in memory. Returns the same bytes for short files.
 */
export function withCutTable(body: Uint8Array, cellsMax: number): Uint8Array {
  const separator = detectSeparator(body.subarray(0, headBytes))
  let cells = 0
  let isQuoted = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === quote) isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (byte === separator) cells += 1
    else if (byte === lineEnd && ++cells > cellsMax) return body.subarray(0, at + 1)
  }
  return body
}

/** The number of the line with a quotation mark that begins a cell and does not end it; undefined when there is none. */
export function findOpenQuote(
  text: string,
  separator = String.fromCharCode(detectSeparator(Buffer.from(text.slice(0, headBytes)))),
): number | undefined {
  for (let at = text.indexOf('"'); at !== -1;) {
    const isStart = at === 0 || separator === text[at - 1] || /[\r\n]/.test(text[at - 1] ?? '')
    const end = isStart ? findQuoteEnd(text, at) : at
    // Another cell may begin with what closes it.
    const next = text[end + 1]
    const isOdd = isStart && next !== undefined && separator !== next && !/\s/.test(next)
    if (end === -1 || (isOdd && text.slice(at, end).includes('\n')))
      return text.slice(0, at).split('\n').length
    at = text.indexOf('"', end + 1)
  }
  return undefined
}

/** The mark that closes a quotation; -1 when there is none. Doubled ones are signs. */
function findQuoteEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  return end
}

/** The most frequent separator. */
function detectSeparator(head: Uint8Array): number {
  const counts = [...Buffer.from(',;\t|')].map((byte) => ({
    byte,
    count: head.reduce((sum, other) => sum + (other === byte ? 1 : 0), 0),
  }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).byte
}

/** The same table with commas between its cells, which are all in quotation marks. */
export function withCommas(text: string, separator: string): string {
  const parts: string[] = []
  let at = 0
  const find = (sign: string, from: number) => {
    const place = text.indexOf(sign, from)
    return place === -1 ? text.length : place
  }
  let [nextSeparator, nextEnd] = [-1, -1]
  while (at < text.length) {
    let end = at
    if (text[at] === '"') {
      end = find('"', at + 1)
      while (text[end + 1] === '"') end = find('"', end + 2)
    }
    if (nextSeparator < end) nextSeparator = find(separator, end)
    if (nextEnd < end) nextEnd = find('\n', end)
    const cellEnd = Math.min(nextSeparator, nextEnd)
    const cell = text.slice(at, cellEnd).replace(/\r$/, '')
    const isQuoted = cell.length > 1 && cell.startsWith('"') && cell.endsWith('"')
    parts.push(isQuoted ? cell : `"${cell.replaceAll('"', '""')}"`)
    if (cellEnd < text.length) parts.push(cellEnd === nextEnd ? '\n' : ',')
    at = cellEnd + 1
  }
  return parts.join('')
}
