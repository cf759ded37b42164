import { escapeText } from '#base/html-text.ts'
import { readAnyChart } from './xlsx/chart-ex.ts'

const names = {
  c: 'http://schemas.openxmlformats.org/drawingml/2006/chart',
  a: 'http://schemas.openxmlformats.org/drawingml/2006/main',
}

/**
 * Writes a chart of a kind that the converter leaves out as one of lines, and one with more text than a title: titles of axes, labels of
 * points, and what is drawn over it. Undefined for other charts.
 */
export function asLineChart(part: Buffer, drawn: readonly string[] = []): Buffer | undefined {
  const axis = part.indexOf('Ax>')
  const isLeftOut = ['<c:scatterChart', '<c:bubbleChart', '<cx:chartSpace'].some((tag) =>
    part.includes(tag),
  )
  const hasTexts =
    (axis !== -1 && part.includes('<c:title>', axis)) ||
    part.includes('<c:dLbl>') ||
    drawn.length > 0
  if (!isLeftOut && !hasTexts) return undefined
  const { title, rows } = readAnyChart(part, () => new Map(), drawn)
  const [[, ...series] = [], ...body] = rows
  const categories = writePoints(body.map(([first = '']) => first))
  const written = series.map((name, at) => {
    const values = writePoints(body.map((row) => row[at + 1] ?? ''))
    return `<c:ser><c:idx val="${at}"/><c:order val="${at}"/><c:tx><c:strRef><c:strCache>${writePoints([name])}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${categories}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>General</c:formatCode>${values}</c:numCache></c:numRef></c:val></c:ser>`
  })
  const heading =
    title === ''
      ? ''
      : `<c:title><c:tx><c:rich><a:p><a:r><a:t>${escapeText(title)}</a:t></a:r></a:p></c:rich></c:tx></c:title>`
  return Buffer.from(
    `<c:chartSpace xmlns:c="${names.c}" xmlns:a="${names.a}"><c:chart>${heading}<c:plotArea><c:lineChart>${written.join('')}</c:lineChart></c:plotArea></c:chart></c:chartSpace>`,
  )
}

const writePoints = (texts: readonly string[]): string =>
  `<c:ptCount val="${texts.length}"/>` +
  texts
    .map((text, at) =>
      text === '' ? '' : `<c:pt idx="${at}"><c:v>${escapeText(text)}</c:v></c:pt>`,
    )
    .join('')
