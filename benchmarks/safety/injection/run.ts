/**
 * Shares of benign texts and pages that pass, and of injected texts that are detected. node benchmarks/safety/injection/run.ts
 * <folder of PIGuard's sets> [<folder with html/*.html.gz>] [set whose errors are shown]
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { examinedText } from '#content/page/examined-text.ts'
import { decodedSource } from '#content/html/source.ts'
import { parseStreamed } from '#content/html/streamed.ts'
import { listElements } from '#content/html/walk.ts'
import { findInjection, type ExaminedText } from '#safety/injection/judge.ts'

const [folder = '', pages = '', shown] = process.argv.slice(2)

interface Row {
  readonly prompt?: string
  readonly text?: string
  readonly label?: number
}
const rows = (...names: readonly string[]) =>
  names.flatMap((name) => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as Row[])
const visible = (list: readonly Row[]): ExaminedText[] =>
  list.map(({ prompt, text }) => ({ visible: prompt ?? text ?? '', hidden: '' }))

function textsOfPage(file: string): ExaminedText {
  const source = gunzipSync(readFileSync(file)).toString('utf8')
  const { document } = parseStreamed(decodedSource(source))
  return examinedText({ document, elements: listElements(document), source })
}

interface TextSet {
  readonly name: string
  readonly texts: readonly ExaminedText[]
  readonly isInjected: boolean
}

const sets: TextSet[] = [
  {
    name: 'NotInject',
    texts: visible(rows('NotInject_one', 'NotInject_two', 'NotInject_three')),
    isInjected: false,
  },
  { name: 'wildguard', texts: visible(rows('wildguard')), isInjected: false },
  {
    name: 'valid, benign',
    texts: visible(rows('valid').filter(({ label }) => label === 0)),
    isInjected: false,
  },
  {
    name: 'valid, injected',
    texts: visible(rows('valid').filter(({ label }) => label === 1)),
    isInjected: true,
  },
  { name: 'BIPIA_text', texts: visible(rows('BIPIA_text')), isInjected: true },
  { name: 'BIPIA_code', texts: visible(rows('BIPIA_code')), isInjected: true },
]
if (existsSync(pages)) {
  const texts = globSync(`${pages}/html/*.html.gz`).map(textsOfPage)
  sets.push({ name: 'pages', texts, isInjected: false })
}

for (const { name, texts, isInjected } of sets) {
  const started = process.cpuUsage()
  const found = texts.map(findInjection)
  const { user } = process.cpuUsage(started)
  const right = found.filter((one) => (one !== undefined) === isInjected).length
  const characters = texts.reduce((sum, text) => sum + text.visible.length + text.hidden.length, 0)
  const speed = ((user / characters) * 1_000).toFixed(0)
  console.log(
    `${name}: ${right} of ${texts.length} right, ${(right / texts.length).toFixed(4)}; ${speed} ms per MB`,
  )
  if (shown !== name) continue
  for (const [index, text] of texts.entries()) {
    if ((found[index] !== undefined) !== isInjected)
      console.log(' ', found[index], text.visible.slice(0, 200))
  }
}
