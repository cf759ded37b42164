import { isTag, isText, type ChildNode, type Document, type Element, type Text } from 'domhandler'
import { oneLine } from '#content/html/walk.ts'
import { saysAside, saysChrome, saysContent, saysMain, saysMargin, saysTitle } from './chrome.ts'
import { listRuns, type Place, type Run } from './list-runs.ts'

const lengthMax = 8_000_000

/** Most of what was chosen is not chrome, whatever it is called. */
const chromeShareMax = 0.5
/** The content is in the innermost element that holds this much of what was chosen. */
const contentShareMin = 0.9

/**
 * Reads the text of a page before its content is chosen. What it answers is told the chosen nodes, and answers the page
 * for comparing: a line for each run of text, divided by tabs into a verdict, the text and its targets. The verdict is
 * `k` for what was chosen, `m` for what was passed over in the midst of it, `c` for the rest of the page. Of a page that
 * was not asked for its main content, everything chosen is `k`.
 */
export function readComparable(document: Document, baseUrl: string) {
  const { places, runs } = listRuns(document, baseUrl)
  return function describe(chosen: readonly ChildNode[], onlyMainContent: boolean): string {
    const kept = textsBelow(chosen)
    const verdictOf = onlyMainContent
      ? createVerdicts({ places, runs }, kept)
      : (run: Run) => (isIn(run, kept) ? 'k' : 'c')
    const lines: string[] = []
    let length = 0
    for (const run of runs) {
      const line = lineOf(run, verdictOf(run))
      length += line.length
      if (length > lengthMax) break
      lines.push(line)
    }
    return lines.join('\n')
  }
}

type Verdict = 'k' | 'm' | 'c'

interface Page {
  readonly places: readonly Place[]
  readonly runs: readonly Run[]
}

function createVerdicts({ places, runs }: Page, kept: ReadonlySet<Text>): (run: Run) => Verdict {
  const isKept = (run: Run) => isIn(run, kept)
  const keptLengths = addUp(places, runs.filter(isKept), 'length')
  const keptMax = (keptLengths[0] ?? 0) * chromeShareMax
  const content = contentPlace(places, keptLengths)
  const lengths = addUp(places, runs, 'length')
  const linkLengths = addUp(places, runs, 'linkLength')
  const title = soleTitle(places)
  const hasMain = mainLength(places, lengths) > 0
  const zones: Zone[] = []
  for (const [place, { element, around }] of places.entries()) {
    const zone = zones[around] ?? outside
    if (!element) continue
    const maySayChrome = hasMain || (keptLengths[place] ?? 0) <= keptMax
    const isProse = (linkLengths[place] ?? 0) <= (lengths[place] ?? 0) * linkShareMax
    const isAside = saysAside(element) && !(zone.isMidst && isProse)
    zones[place] = {
      isChrome: zone.isChrome || (maySayChrome && (isAside || saysChrome(element))),
      isMargin: (zone.isMargin || saysMargin(element)) && !headings.has(element.name),
      isOfTitle: zone.isOfTitle || place === title,
      isMidst: zone.isMidst || place === content || saysMain(element),
    }
  }
  return (run) => {
    const { isChrome, isMargin, isMidst, isOfTitle } = zones[run.place] ?? outside
    if (isOfTitle && run.length > 0) return 'k'
    if (isChrome || (isMargin && versionLine.test(textOfRun(run)))) return 'c'
    if (isKept(run)) return 'k'
    return isMidst && !isMargin ? 'm' : 'c'
  }
}

/** A text beside the content with more of it in links leads elsewhere. */
const linkShareMax = 0.4

/**
 * What the page is called, wherever that stands: its one heading of the first level, or where there is none the one
 * element that calls itself so.
 */
function soleTitle(places: readonly Place[]): number | undefined {
  const named = (isTitle: (element: Element) => boolean) =>
    places.flatMap(({ element }, place) => (element && isTitle(element) ? [place] : []))
  const first = named(({ name }) => name === 'h1')
  const titles = first.length > 0 ? first : named(saysTitle)
  return titles.length === 1 ? titles[0] : undefined
}

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

function mainLength(places: readonly Place[], lengths: readonly number[]): number {
  const main = places.findIndex(({ element }) => element !== undefined && saysMain(element))
  return lengths[main] ?? 0
}

interface Zone {
  readonly isChrome: boolean
  readonly isMargin: boolean
  readonly isOfTitle: boolean
  /** In the element that holds the content. */
  readonly isMidst: boolean
}

const outside: Zone = { isChrome: false, isMargin: false, isOfTitle: false, isMidst: false }

/** `Product 1.4.3`, `v2.1 documentation` in the margin says which version of the site this is. */
const versionLine = /^[^.!?]{0,60}?\bv?\d{1,9}(?:\.\d{1,9}){1,9}\S{0,40}(?: [\w-]{1,60}){0,3}$/

const isIn = ({ texts }: Run, kept: ReadonlySet<Text>) => texts.some((text) => kept.has(text))

/** How much text is in each place. */
function addUp(
  places: readonly Place[],
  runs: readonly Run[],
  of: 'length' | 'linkLength',
): number[] {
  const lengths = places.map(() => 0)
  for (const run of runs) lengths[run.place] = (lengths[run.place] ?? 0) + run[of]
  for (let place = places.length - 1; place > 0; place -= 1) {
    const around = places[place]?.around ?? 0
    lengths[around] = (lengths[around] ?? 0) + (lengths[place] ?? 0)
  }
  return lengths
}

/**
 * The element that holds the content: the innermost with nearly all that was chosen, or one around it that calls itself
 * so. Those around come first, so the last that holds enough is the innermost.
 */
function contentPlace(places: readonly Place[], keptLengths: readonly number[]): number {
  const enough = Math.max(1, (keptLengths[0] ?? 0) * contentShareMin)
  let content = places.findLastIndex((_, place) => (keptLengths[place] ?? 0) >= enough)
  for (let place = content; place > 0; place = places[place]?.around ?? 0) {
    const element = places[place]?.element
    if (element && saysContent(element)) content = place
  }
  return content
}

function lineOf(run: Run, verdict: Verdict): string {
  return [verdict, textOfRun(run), ...(verdict === 'c' ? [] : run.targets)].join('\t')
}

const textOfRun = ({ texts }: Run) => oneLine(texts.map(({ data }) => data).join(''))

function textsBelow(nodes: readonly ChildNode[]): Set<Text> {
  const texts = new Set<Text>()
  const stack = [...nodes]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isText(node)) texts.add(node)
    else if (isTag(node)) for (const child of node.children) stack.push(child)
  }
  return texts
}
