import { oneLine } from '#content/html/walk.ts'
import { Parser } from 'htmlparser2'
import type { RefusalKind } from './refusal.ts'
import { createRegions } from './regions.ts'
import { isScripted } from './wall-names.ts'

/** What a short page shows and what it is made of. */
export interface PageLook {
  readonly title: string
  /** The first `<h1>`, or else the first `<h2>`. */
  readonly heading: string
  /** Visible text, up to `textCharsMax`. */
  readonly text: string
  /** The text without headings, links, buttons, navigation, footer and cookie banner. */
  readonly prose: string
  /** The kind of wall that an element is named after, if one is. */
  readonly wall: RefusalKind | undefined
  /** The prose that stands outside of such elements. */
  readonly besideWall: string
  /** The text of elements that show the number of an error. */
  readonly statusShown: string
  /** Pictures, videos and frames. */
  readonly embedded: number
  /** Whether the page has more text. */
  readonly isLong: boolean
  /** Names and addresses of its elements. */
  readonly names: string
  /** Inline scripts, and the text of `<noscript>`. */
  readonly scripts: string
  readonly links: number
  /** Visible fields of forms. */
  readonly fields: number
  readonly buttons: number
  /** Elements of the body, without scripts and their like. */
  readonly bodyElements: number
  readonly hasPassword: boolean
  /** Whether its document is a frameset. */
  readonly hasFrames: boolean
  /** Whether it has scripts that are not written into it. */
  readonly hasScriptFiles: boolean
  /** Whether it loads again by itself. */
  readonly refreshes: boolean
  /** Whether it has the element that an application renders into. */
  readonly isApplication: boolean
}

type Attributes = Readonly<Record<string, string>>

/** A page without anything. */
export const blank: PageLook = {
  title: '',
  heading: '',
  text: '',
  prose: '',
  wall: undefined,
  besideWall: '',
  statusShown: '',
  embedded: 0,
  isLong: false,
  names: '',
  scripts: '',
  links: 0,
  fields: 0,
  buttons: 0,
  bodyElements: 0,
  hasPassword: false,
  hasFrames: false,
  hasScriptFiles: false,
  refreshes: false,
  isApplication: false,
}

/** Pages with more text are not refusals. */
const textCharsMax = 3_200
/** Text besides a cookie banner that is no content. */
const besidesBannerMax = 40
/** Text of dialogs that are not shown. */
const concealedCharsMax = 250
const markupCharsMax = 64 * 1024
const chunkBytes = 16 * 1024
/** The part of a page that is read. */
const bytesMax = 512 * 1024
/** Pages with more elements are not refusals. */
const elementsMax = 5_000
/** Nor are deeper ones; each closing tag costs the parser time in proportion to its depth. */
const depthMax = 256

const unseen = new Set('script style template noscript title svg select textarea object'.split(' '))
const applicationId = /^(?:root|app|__next|__nuxt|___gatsby|svelte|q-app|ember-app|main-app)$/
const voidElements = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' '),
)
const embeds = new Set('img picture video iframe'.split(' '))
const invisible = new Set('html head body title meta link style script noscript base'.split(' '))
const fieldTypes = /^(?:text|email|search|tel|url|number|date|password)?$/i
const namedBy = ['id', 'class', 'src', 'action', 'name', 'data-sitekey', 'content']

const textParts = ['text', 'prose', 'concealed', 'banner', 'besideWall', 'statusShown'] as const
type TextPart = (typeof textParts)[number]
type Texts = Readonly<Record<TextPart, ReturnType<typeof createText>>>

type Draft = { -readonly [Key in keyof Omit<PageLook, 'isLong' | 'heading'>]: PageLook[Key] } & {
  readonly headings: { h1: string; h2: string; inBanner: string }
  readonly texts: Texts
  elements: number
  isTooDeep: boolean
}

const isEnough = ({ texts, elements, isTooDeep }: Draft): boolean =>
  texts.text.length() >= textCharsMax || elements > elementsMax || isTooDeep

/**
 * Reads the beginning of a page, until it has more text than a refusal. Time grows with the bytes that are read. Without `describesLong`
 * a long page is only said to be long, which saves most of the work for it.
 */
export function lookAt(
  body: Uint8Array,
  { describesLong }: { readonly describesLong: boolean },
): PageLook {
  const draft: Draft = {
    ...blank,
    headings: { h1: '', h2: '', inBanner: '' },
    texts: createTexts(),
    elements: 0,
    isTooDeep: false,
  }
  const parser = createParser(draft, () => {
    if (!describesLong && isEnough(draft)) parser.pause()
  })
  const decoder = new TextDecoder()
  const end = Math.min(body.byteLength, bytesMax)
  for (let at = 0; at < end && !isEnough(draft); at += chunkBytes)
    parser.write(
      decoder.decode(body.subarray(at, Math.min(at + chunkBytes, end)), { stream: true }),
    )
  const isLong = isEnough(draft)
  if (isLong && !describesLong) return { ...blank, isLong }
  return { ...draft, ...readWords(draft), isLong }
}

/** The banner is the page if there is nothing else, and text that is not shown is content if it is long. */
function readWords({ title, headings, texts }: Draft) {
  const concealed = texts.concealed.whole()
  const isContent = concealed.length > concealedCharsMax
  const prose = isContent ? `${texts.prose.whole()} ${concealed}` : texts.prose.whole()
  const isBanner = prose.trim().length < besidesBannerMax
  const { h1, h2, inBanner } = headings
  return {
    title: oneLine(title),
    heading: oneLine(h1) || oneLine(h2) || (isBanner ? oneLine(inBanner) : ''),
    text: oneLine(texts.text.whole()),
    prose: oneLine(isBanner ? `${prose} ${texts.banner.whole()}` : prose),
    besideWall: oneLine(texts.besideWall.whole()),
    statusShown: oneLine(texts.statusShown.whole()),
  }
}

/** Calls `onAdded` after what it has added to the draft. */
function createParser(draft: Draft, onAdded: () => void): Parser {
  const { texts } = draft
  /** Open elements whose text is not visible. */
  const hidden: string[] = []
  const { frames, banners, walls, statuses, unshown, ...regions } = createRegions()
  let depth = 0
  let heading: keyof Draft['headings'] | undefined
  return new Parser({
    onopentag(name, attributes) {
      draft.elements += 1
      if (unseen.has(name)) hidden.push(name)
      if (!voidElements.has(name)) {
        depth += 1
        draft.isTooDeep ||= depth > depthMax
        const wall = regions.open(name, attributes, depth)
        if (hidden.length === 0) draft.wall ??= wall
      }
      if (name === 'h1' || name === 'h2') {
        const kind = banners.isInside() ? 'inBanner' : name
        heading = draft.headings[kind] === '' ? kind : undefined
      }
      addElement(draft, name, attributes)
      if (!unshown.isInside() && !isScripted(attributes)) addControl(draft, name, attributes)
      if (!hidden.includes('svg')) addNames(draft, attributes)
      ontext(' ')
    },
    ontext,
    onclosetag(name) {
      if (hidden.at(-1) === name) hidden.pop()
      if (name === 'h1' || name === 'h2') heading = undefined
      if (voidElements.has(name)) return
      regions.close(depth)
      depth = Math.max(0, depth - 1)
    },
  })

  function ontext(text: string) {
    const inside = hidden.at(-1)
    if (inside === 'title' && hidden.length === 1) draft.title += text.slice(0, 500)
    if (inside === 'script' || inside === 'noscript') addScript(draft, text)
    if (inside !== undefined) return
    texts.text.add(text)
    onAdded()
    if (statuses.isInside()) texts.statusShown.add(text)
    const isConcealed = unshown.isInside()
    const part = banners.isInside() ? 'banner' : 'prose'
    if (!frames.isInside()) texts[isConcealed ? 'concealed' : part].add(text)
    if (!frames.isInside() && !walls.isInside()) texts.besideWall.add(text)
    if (isConcealed) return
    if (heading && draft.headings[heading].length < 300)
      draft.headings[heading] += text.slice(0, 300)
  }
}

function addElement(draft: Draft, name: string, attributes: Attributes): void {
  const { id = '', src, 'http-equiv': directive } = attributes
  if (!invisible.has(name)) draft.bodyElements += 1
  if (name === 'a') draft.links += 1
  if (embeds.has(name)) draft.embedded += 1
  if (name === 'frameset') draft.hasFrames = true
  if (name === 'script' && src !== undefined) draft.hasScriptFiles = true
  if (name === 'meta' && /^refresh$/i.test(directive ?? '')) draft.refreshes = true
  if (applicationId.test(id)) draft.isApplication = true
}

/** Fields and buttons that a visitor sees. */
function addControl(draft: Draft, name: string, { type = '' }: Attributes): void {
  if (name === 'button' || (name === 'input' && /^(?:submit|button)$/i.test(type)))
    draft.buttons += 1
  if (name === 'textarea' || name === 'select') draft.fields += 1
  if (name === 'input' && fieldTypes.test(type)) draft.fields += 1
  if (name === 'input' && /^password$/i.test(type)) draft.hasPassword = true
}

function addNames(draft: Draft, attributes: Attributes): void {
  if (draft.names.length >= markupCharsMax) return
  for (const name of namedBy) {
    const value = attributes[name]
    if (value !== undefined) draft.names += `${value.slice(0, 300)}\n`
  }
}

function addScript(draft: Draft, text: string): void {
  if (draft.scripts.length < markupCharsMax) draft.scripts += text.slice(0, markupCharsMax)
}

const createTexts = (): Texts =>
  Object.fromEntries(textParts.map((part) => [part, createText()])) as Texts

/**
 * A text of up to `textCharsMax` characters and the piece that exceeds them. White space is not counted, so that an indented page is not
 * taken for a long one. The pieces are joined at the end: to look at the end of a text that grows copies it each time.
 */
function createText() {
  const pieces: string[] = []
  let length = 0
  let endsBlank = false
  return {
    length: () => length,
    add(text: string): void {
      if (length >= textCharsMax) return
      const isBlank = text.trim() === ''
      if (isBlank && endsBlank) return
      const piece = isBlank ? ' ' : text.slice(0, textCharsMax)
      pieces.push(piece)
      length += piece.length
      endsBlank = piece.endsWith(' ')
    },
    whole: () => pieces.join(''),
  }
}
