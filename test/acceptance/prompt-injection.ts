// acceptance: quick
/**
 * Prompt injections in pages are detected, visible, hidden and encoded, in eight languages; pages that use the same words are
 * not flagged.
 */
import { examinedText } from '#content/page/examined-text.ts'
import { decodedSource } from '#content/html/source.ts'
import { parseStreamed } from '#content/html/streamed.ts'
import { listElements } from '#content/html/walk.ts'
import { findInjection, type ExaminedText } from '#safety/injection/judge.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { innocentPages, plantedPages, type PlantedPage } from '#test/fixtures/planted-injections.ts'

function read({ html }: PlantedPage): ExaminedText {
  const { document } = parseStreamed(decodedSource(html))
  return examinedText({ document, elements: listElements(document), source: html })
}
const isFound = (page: PlantedPage) => findInjection(read(page)) !== undefined
/** Control: a word list applied to the visible text. */
const hasWords = (page: PlantedPage) =>
  /\b(?:ignore|instructions?|prompt|system|AI|forget|disregard)\b/i.test(read(page).visible)

const [planted, innocent] = [plantedPages(), innocentPages()]
const share = (pages: readonly PlantedPage[], check: (page: PlantedPage) => boolean) =>
  pages.filter(check).length / pages.length
const found = share(planted, isFound)
const alarms = share(innocent, isFound)
const control = share(innocent, hasWords)
if (process.argv.includes('--show')) {
  for (const page of planted) if (!isFound(page)) console.log('missed', page.name)
  for (const page of innocent)
    if (isFound(page)) console.log('alarm', page.name, findInjection(read(page)))
}
report(
  'prompt-injection',
  found >= 0.9 && alarms <= 0.005 && control > 0.5,
  `${(found * 100).toFixed(1)} % of ${planted.length} planted pages found, ${(alarms * 100).toFixed(1)} % of ${innocent.length} benign pages refused; control ${(control * 100).toFixed(1)} %`,
)
