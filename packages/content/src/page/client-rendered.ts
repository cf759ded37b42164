import { isTag, isText, type Document, type Element } from 'domhandler'
import type { ClientRendered } from '#content/content.ts'
import { noteElements, type NotedElements } from '#content/html/about/noted-elements.ts'
import { oneLine, readText } from '#content/html/walk.ts'
import {
  fetches,
  inlineLengthMax,
  isProgram,
  findLoadingParts,
  saysLoading,
  writes,
} from './loading-parts.ts'
import { isLongText, longTextMin, visible } from './long-text.ts'

/**
 * Returns the evidence that a page is client-rendered; undefined when the
 * page can be read as it is. A client-rendered page has almost no text AND evidence that scripts load the content.
 */
export function clientRenderedEvidence(
  document: Document,
  noted: NotedElements = noteElements(document),
): ClientRendered | undefined {
  if (isLongText(document)) return findLoadingParts(noted, longTextMin)
  const page = look(noted, oneLine(readText(document, visible)))
  if (carriesContentElsewhere(document, noted, page)) return undefined
  const sign = signs.find(({ isSeen }) => isSeen(page))
  return sign
    ? { reason: sign.reason, textLength: page.text.length }
    : findLoadingParts(noted, page.text.length)
}

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
