/** Shapes whose paragraphs the converter joins to the text around them. */
const shape =
  /^draw:(?:custom-shape|rect|ellipse|circle|line|polygon|polyline|path|connector|caption|measure)$/
const tags = /<(\/?)(draw:[a-z-]{1,40}|text:[ph])((?:\s[^<>]*)?)>/g
const [boxStart, boxEnd] = ['<draw:frame><draw:text-box>', '</draw:text-box></draw:frame>']

/**
 * Makes boxes of the shapes of an OpenDocument text, and puts what belongs to a page into a paragraph of its own, because the converter
 * joins the words of the former and leaves out the latter. Undefined when there are none.
 */
export function withShapesAsBoxes(part: Buffer): Buffer | undefined {
  const xml = part.toString('utf8')
  if (!xml.includes('<draw:')) return undefined
  const [body, paragraphs]: [string[], string[]] = [[], []]
  let [last, drawings, isAlone] = [xml.indexOf('<office:body'), 0, false]
  if (last === -1) return undefined
  body.push(xml.slice(0, last))
  for (const { 0: tag, 1: close, 2: name = '', 3: rest = '', index } of xml.matchAll(tags)) {
    if (index < last) continue
    const isEmpty = rest.endsWith('/')
    const isDrawing = name.startsWith('draw:')
    if (isEmpty) continue
    if (!isDrawing && drawings === 0) {
      if (close === '') paragraphs.push(name)
      else paragraphs.pop()
      continue
    }
    if (!isDrawing) continue
    body.push(xml.slice(last, index))
    last = index + tag.length
    if (close === '' && drawings === 0) isAlone = paragraphs.length === 0
    if (close === '' && drawings === 0 && isAlone) body.push('<text:p>')
    const isShape = shape.test(name)
    body.push(isShape ? (close === '' ? boxStart : boxEnd) : tag)
    drawings += close === '' ? 1 : -1
    if (drawings === 0 && isAlone) body.push('</text:p>')
  }
  const written = body.join('') + xml.slice(last)
  return drawings !== 0 || written === xml ? undefined : Buffer.from(written)
}
