import { isTag, isText, type ChildNode, type Document, type Element, type Text } from 'domhandler'
import { oneLine } from '#content/html/walk.ts'
import {
  isNamedAside,
  isNamedChrome,
  isNamedContent,
  isNamedMain,
  isNamedMargin,
  isNamedTitle,
} from './chrome.ts'
import { findCardStarts } from './card-starts.ts'
import { listRuns, type Place, type Run } from './list-runs.ts'

const lengthMax = 8_000_000

/** An element with this share of the chosen text is not chrome, whatever its name. */
const chromeShareMax = 0.5
/** The content element is the innermost with this share of the chosen text. */
const contentShareMin = 0.9

/**
 * Reads the text of a page before its content is chosen. The returned function takes the chosen nodes and returns the page
 * for comparison: one line per run of text with a class, the text and its targets, separated by tabs; `=` precedes the targets of
 * a run that is a link as a whole, and a target `*` marks the first run of a card. The class is
 * `k` for chosen text, `m` for text left out between chosen text, `c` for the rest of the page. Without
 * main content extraction all text is `k`.
 */
export function readComparisonText(document: Document, baseUrl: string) {
  const { places, runs: all } = listRuns(document, baseUrl)
  return function describe(chosen: readonly ChildNode[], onlyMainContent: boolean): string {
    const kept = textsBelow(chosen)
    const runs = all.filter(
      (run) => !places[run.place]?.isNoscript || (onlyMainContent && isIn(run, kept)),
    )
    const judgeRun = onlyMainContent
      ? createVerdicts({ places, runs }, kept)
      : (run: Run) => (isIn(run, kept) ? 'k' : 'c')
    const starts = findCardStarts(places, runs)
    const lines: string[] = []
    let length = 0
    for (const run of runs) {
      const line = writeLine(run, judgeRun(run), starts.has(run))
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
    const isAside = isNamedAside(element) && !(zone.isMidst && isProse)
    zones[place] = {
      isChrome: zone.isChrome || (maySayChrome && (isAside || isNamedChrome(element))),
      isMargin: (zone.isMargin || isNamedMargin(element)) && !headings.has(element.name),
      isOfTitle: zone.isOfTitle || place === title,
      isMidst: zone.isMidst || place === content || isNamedMain(element),
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

/** Text beside the content with a larger share of links is navigation. */
const linkShareMax = 0.4

/**
 * Title of the page: its only first-level heading, or else the only
 * element marked as title.
 */
function soleTitle(places: readonly Place[]): number | undefined {
  const named = (isTitle: (element: Element) => boolean) =>
    places.flatMap(({ element }, place) => (element && isTitle(element) ? [place] : []))
  const first = named(({ name }) => name === 'h1')
  const titles = first.length > 0 ? first : named(isNamedTitle)
  return titles.length === 1 ? titles[0] : undefined
}

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

function mainLength(places: readonly Place[], lengths: readonly number[]): number {
  const main = places.findIndex(({ element }) => element !== undefined && isNamedMain(element))
  return lengths[main] ?? 0
}

interface Zone {
  readonly isChrome: boolean
  readonly isMargin: boolean
  readonly isOfTitle: boolean
  /** Inside the content element. */
  readonly isMidst: boolean
}

const outside: Zone = { isChrome: false, isMargin: false, isOfTitle: false, isMidst: false }

/** Version of the site in the margin, such as `Product 1.4.3` or `v2.1 documentation`. */
const versionLine = /^[^.!?]{0,60}?\bv?\d{1,9}(?:\.\d{1,9}){1,9}\S{0,40}(?: [\w-]{1,60}){0,3}$/

const isIn = ({ texts }: Run, kept: ReadonlySet<Text>) => texts.some((text) => kept.has(text))

/** Text length in each element. */
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
 * The content element: the innermost with nearly all chosen text, or an ancestor that is marked as content.
 * Ancestors come first, so the last with enough text is the innermost.
 */
function contentPlace(places: readonly Place[], keptLengths: readonly number[]): number {
  const enough = Math.max(1, (keptLengths[0] ?? 0) * contentShareMin)
  let content = places.findLastIndex((_, place) => (keptLengths[place] ?? 0) >= enough)
  for (let place = content; place > 0; place = places[place]?.around ?? 0) {
    const element = places[place]?.element
    if (element && isNamedContent(element)) content = place
  }
  return content
}

function writeLine(run: Run, verdict: Verdict, isStart: boolean): string {
  const start = verdict !== 'c' && isStart ? [cardMark] : []
  const [first, ...others] = verdict === 'c' ? [] : run.targets
  if (first === undefined) return [verdict, textOfRun(run), ...start].join('\t')
  const isLink = run.length > 0 && run.linkLength >= run.length
  return [verdict, textOfRun(run), isLink ? `=${first}` : first, ...others, ...start].join('\t')
}

const cardMark = '*'

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
