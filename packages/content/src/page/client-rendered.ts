import { isTag, isText, type ChildNode, type Document, type Element } from 'domhandler'
import type { ClientRendered } from '#content/content.ts'
import { codeAt } from '#content/html/code-at.ts'
import { noteElements, type NotedElements } from '#content/html/about/noted-elements.ts'
import { oneLine, readText, unseenTags } from '#content/html/walk.ts'
import { isHidden } from '#content/html/styles/element-style.ts'

/**
 * Returns the evidence that a page is client-rendered; undefined when the
 * page can be read as it is. A client-rendered page has almost no text AND evidence that scripts load the content.
 */
export function clientRenderedEvidence(
  document: Document,
  noted: NotedElements = noteElements(document),
): ClientRendered | undefined {
  if (isLongText(document)) return loadingParts(noted, textLengthMax)
  const page = look(noted, oneLine(readText(document, visible)))
  if (carriesContentElsewhere(document, noted, page)) return undefined
  const sign = signs.find(({ isSeen }) => isSeen(page))
  return sign
    ? { reason: sign.reason, textLength: page.text.length }
    : loadingParts(noted, page.text.length)
}

const placeholderLengthMax = 60
const placeholdersMax = 200
/** Class names of an element that are looked for in scripts. */
const namesMax = 20

/** Evidence that scripts of a page fetch what an element that says `Loading` stands for, and name that element. */
function loadingParts({ all }: NotedElements, textLength: number): ClientRendered | undefined {
  const waiting = all.filter(isWaiting).slice(0, placeholdersMax)
  if (waiting.length === 0) return undefined
  const scripts = all.filter(
    (element) =>
      element.name === 'script' && element.attribs['src'] === undefined && isProgram(element),
  )
  const source = scripts
    .map((script) => readText(script, { lengthMax: inlineLengthMax }))
    .join('\n')
    .slice(0, 2 * inlineLengthMax)
  if (!fetches.test(source) || !writes.test(source)) return undefined
  const isNamed = ({ attribs: { id, class: classes = '' } }: Element) =>
    (id !== undefined && namesOne(source, [`'${id}'`, `"${id}"`, `#${id}`])) ||
    classes
      .split(/\s+/, namesMax)
      .some((name) => name && namesOne(source, [`'.${name}'`, `".${name}"`]))
  return waiting.some((element) => {
    const levels = around(element)
    return levels.some(isNamed) && !levels.some(isUnseen)
  })
    ? {
        reason: 'its scripts load a part of the content after the page',
        textLength,
      }
    : undefined
}

const levelsMax = 3

/** An element and those around it. */
function around(element: Element): Element[] {
  const found = [element]
  for (let at = element.parent; at && isTag(at) && found.length < levelsMax; at = at.parent)
    found.push(at)
  return found
}

/** Whether an element is hidden, or shown to assistants alone. */
const isUnseen = (element: Element): boolean =>
  isHidden(element) ||
  /sr-only|visually-?hidden|screen-?reader|visible-sr|hidden/i.test(element.attribs['class'] ?? '')

const namesOne = (source: string, names: readonly string[]): boolean =>
  names.some((name) => source.includes(name))

/** Whether an element has a short text of its own that says `Loading`. */
const isWaiting = ({ name, children }: Element): boolean =>
  children.length <= childrenMax &&
  !unseenTags.has(name) &&
  children.some(
    (child) =>
      isText(child) && child.data.length <= placeholderLengthMax && saysLoading.test(child.data),
  )

const childrenMax = 5

const fetches = /\bfetch\s*\(|XMLHttpRequest|axios|\$\.(get|ajax|getJSON)\b|import\s*\(/
const writes =
  /innerHTML|textContent|innerText|createElement|insertAdjacent|append(Child)?\(|document\.write|\.html\(|render\(/

/** Pages with more visible text have content, whatever scripts add. */
const textLengthMax = 1_200

/** Text of a menu and a footer around an empty page. */
const frameLengthMax = 600

/** Text of a title and a loading indicator. */
const nothingLengthMax = 120

interface Look {
  readonly title: string
  readonly text: string
  /** The text of `<noscript>`. */
  readonly notice: string
  readonly inlineScript: string
  readonly scripts: readonly Element[]
  readonly mounts: readonly Element[]
  readonly images: number
}

interface Sign {
  readonly reason: string
  readonly isSeen: (page: Look) => boolean
}

const signs: readonly Sign[] = [
  {
    reason: 'it shows nothing before its scripts run',
    isSeen: ({ text, images, scripts }) =>
      scripts.some(isProgram) &&
      images < 3 &&
      (text === '' || (text.length <= nothingLengthMax && saysLoading.test(text))),
  },
  {
    reason: 'the element that the application is drawn into is empty',
    isSeen: ({ mounts, text, scripts }) =>
      scripts.length > 0 && mounts.some(isEmpty) && text.length <= frameLengthMax,
  },
  {
    reason: 'the page asks to enable JavaScript',
    isSeen: ({ notice, text }) =>
      text.length <= frameLengthMax &&
      (asksForScripts.test(notice) ||
        (text.length <= 2 * nothingLengthMax && asksForScripts.test(text))),
  },
  {
    reason: 'its scripts load the content after the page',
    isSeen: ({ text, inlineScript, images }) =>
      text.length <= 2 * nothingLengthMax &&
      images < 3 &&
      fetches.test(inlineScript) &&
      writes.test(inlineScript),
  },
  {
    reason: 'it holds scripts and almost no text',
    isSeen: ({ text, scripts, images, inlineScript }) =>
      text.length <= nothingLengthMax &&
      images < 3 &&
      (scripts.some(isApplication) ||
        /__NEXT_DATA__|__NUXT__|__INITIAL_STATE__|__APOLLO_STATE__|webpackJsonp|webpackChunk|self\.__next_f|document\.write\(|location\.(href|replace)/.test(
          inlineScript,
        )),
  },
]

/** Loading messages. */
const saysLoading =
  /^\W*(loading|please wait|one moment|wird geladen|chargement|cargando|carregando|caricamento|загрузка|加载中|読み込み中)/i

const asksForScripts =
  /(enable|turn on|activate|requires?|needs?|without|allow|run)\s+(\w+\s+){0,3}(javascript|js)\b|javascript\s+(\w+\s+){0,3}(enabled|required|disabled|to run|turned (on|off))|javascript (aktivieren|activ|habilit|включ)|включите javascript|активируйте javascript|启用\s*javascript|javascript\s*を有効/i

const mountIds = new Set(
  'root app __next __nuxt __layout ___gatsby react-root app-root application main-app app-container app-mount mount svelte q-app approot reactroot vue-app vueapp spa container-app ng-app'.split(
    ' ',
  ),
)

const mountNames = /^(app-root|my-app|ng-app|ion-app|router-outlet|app-shell|[a-z]+-app)$/

const isMount = ({ name, attribs }: Element) =>
  mountNames.test(name) ||
  mountIds.has((attribs['id'] ?? '').toLowerCase()) ||
  [
    'data-reactroot',
    'ng-app',
    'ng-version',
    'data-v-app',
    'data-server-rendered',
    'data-sveltekit-hydrate',
    'data-ng-app',
  ].some((attribute) => attribs[attribute] !== undefined)

/** A loading indicator is not content. */
const mountTextMax = 60

const isEmpty = (element: Element) =>
  oneLine(readText(element, visible)).length <= mountTextMax &&
  !element.children.some((child) => isText(child) && child.data.length > mountTextMax)

/** Executable scripts, as opposed to data blocks. */
const isProgram = ({ attribs }: Element) =>
  !/json|template|speculationrules|importmap/i.test(attribs['type'] ?? '')

/** Application bundles, as opposed to analytics and advertising. */
function isApplication({ attribs }: Element): boolean {
  const source = attribs['src'] ?? attribs['href']
  if (source === undefined) return attribs['type'] === 'module'
  return (
    (attribs['type'] === 'module' && !/^https?:\/\//i.test(source)) ||
    source.split('?').some(isBundle)
  )
}

/** Whether a file name contains a word used by bundlers. */
function isBundle(path: string): boolean {
  const file = /(?<![\w.~-])[\w.~-]+\.m?js$/i.exec(path)
  if (!file) return false
  // Includes the preceding slash.
  return /(?:^|[/._-])(?:main|app|bundle|chunk|runtime|vendors?|index|client|entry|polyfills|webpack|framework)[._~-]/i.test(
    path.slice(Math.max(0, file.index - 1)),
  )
}

/** A preloaded script. */
function isScriptAhead({ name, attribs }: Element): boolean {
  return name === 'link' && (attribs['rel'] === 'modulepreload' || attribs['as'] === 'script')
}

const inlineLengthMax = 200_000

/** White space counts here but not in the thresholds, so the limit is generous. */
const visible = { except: unseenTags, lengthMax: 100_000 }

/** Whether the visible text has more than `textLengthMax` characters on one line. Reads no more of the page than that. */
function isLongText(document: Document): boolean {
  const stack: ChildNode[] = document.children.toReversed()
  const seen = { length: 0, isAfterSpace: false }
  let read = 0
  for (let node = stack.pop(); node !== undefined && read < visible.lengthMax; node = stack.pop()) {
    if (isText(node)) {
      addLength(seen, node.data)
      if (seen.length > textLengthMax) return true
      read += node.data.length
    } else if (isTag(node) && !unseenTags.has(node.name)) {
      seen.isAfterSpace = true
      for (let child = node.children.length - 1; child >= 0; child -= 1) {
        const next = node.children[child]
        if (next) stack.push(next)
      }
    }
  }
  return false
}

/** Adds the length of a text on one line to what was seen before it, until that is more than `textLengthMax`. */
function addLength(seen: { length: number; isAfterSpace: boolean }, data: string): void {
  const end = Math.min(data.length, visible.lengthMax)
  for (let at = 0; at < end && seen.length <= textLengthMax; at++) {
    const code = codeAt(data, at)
    if (isSpace(code)) seen.isAfterSpace = true
    else {
      seen.length += seen.isAfterSpace && seen.length > 0 ? 2 : 1
      seen.isAfterSpace = false
    }
  }
}

const isSpace = (code: number): boolean =>
  code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0xa0 && otherSpaces.has(code))

/** The white space of regular expressions that is not ASCII. */
const otherSpaces: ReadonlySet<number> = new Set([
  0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009,
  0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
])

function look({ all }: NotedElements, text: string): Look {
  const scripts: Element[] = []
  const mounts: Element[] = []
  let [title, notice, inlineScript, images] = ['', '', '', 0]
  for (const element of all) {
    if (isScriptAhead(element)) scripts.push(element)
    else if (element.name === 'script') {
      scripts.push(element)
      if (inlineScript.length < inlineLengthMax)
        inlineScript += readText(element, { lengthMax: inlineLengthMax })
    } else if (element.name === 'noscript') notice += ` ${readText(element, visible)}`
    else if (element.name === 'title') title ||= oneLine(readText(element, visible))
    else if (element.name === 'img') images += 1
    if (isMount(element)) mounts.push(element)
  }
  return { title, text, notice: oneLine(notice), inlineScript, scripts, mounts, images }
}

/** Minimum text outside the visible part that makes the page readable without a browser. */
const contentLengthMin = 500

/** Some pages have their content in `<noscript>` or JSON-LD, which needs no browser. */
function carriesContentElsewhere(
  document: Document,
  { jsonLd }: NotedElements,
  { notice }: Look,
): boolean {
  if (notice.length >= contentLengthMin) return true
  for (const { articleBody } of jsonLd.objects()) {
    if (typeof articleBody === 'string' && articleBody.length >= contentLengthMin) return true
  }
  return document.children.some((child) => isTag(child) && child.name === 'frameset')
}
