import { Parser } from 'htmlparser2'

/** What a short page shows and what it is made of. */
export interface PageLook {
  readonly title: string
  readonly heading: string
  /** Visible text, up to `textCharsMax`. */
  readonly text: string
  /** Whether the page has more text. */
  readonly isLong: boolean
  /** Names and addresses of its elements. */
  readonly names: string
  /** Inline scripts, and the text of `<noscript>`. */
  readonly scripts: string
  readonly links: number
  readonly hasPassword: boolean
  /** Whether its document is a frameset. */
  readonly hasFrames: boolean
}

/** Pages with more text are not refusals. */
const textCharsMax = 6_000
const markupCharsMax = 64 * 1024
const chunkBytes = 16 * 1024
/** The part of a page that is read. */
const bytesMax = 512 * 1024
/** Pages with more elements are not refusals, and deep ones take the parser long. */
const elementsMax = 5_000

const unseen = new Set('script style template noscript title svg select textarea object'.split(' '))
const namedBy = ['id', 'class', 'src', 'action', 'name', 'data-sitekey', 'content']

interface Draft {
  title: string
  heading: string
  text: string
  names: string
  scripts: string
  links: number
  elements: number
  hasPassword: boolean
  hasFrames: boolean
}

/** Reads the beginning of a page, until it has more text than a refusal. Time grows with the bytes that are read. */
export function lookAt(body: Uint8Array): PageLook {
  const draft: Draft = {
    title: '',
    heading: '',
    text: '',
    names: '',
    scripts: '',
    links: 0,
    elements: 0,
    hasPassword: false,
    hasFrames: false,
  }
  const parser = createParser(draft)
  const decoder = new TextDecoder()
  const end = Math.min(body.byteLength, bytesMax)
  const isEnough = () => draft.text.length >= textCharsMax || draft.elements > elementsMax
  for (let at = 0; at < end && !isEnough(); at += chunkBytes)
    parser.write(
      decoder.decode(body.subarray(at, Math.min(at + chunkBytes, end)), { stream: true }),
    )
  return {
    ...draft,
    title: oneLine(draft.title),
    heading: oneLine(draft.heading),
    text: oneLine(draft.text),
    isLong: isEnough(),
  }
}

function createParser(draft: Draft): Parser {
  /** Open elements whose text is not visible. */
  const hidden: string[] = []
  let headingAt = 0
  return new Parser({
    onopentag(name, attributes) {
      draft.elements += 1
      if (unseen.has(name)) hidden.push(name)
      if (name === 'h1' || (name === 'h2' && draft.heading === '')) headingAt += 1
      if (name === 'a') draft.links += 1
      if (name === 'frameset') draft.hasFrames = true
      if (name === 'input' && attributes['type']?.toLowerCase() === 'password')
        draft.hasPassword = true
      if (!hidden.includes('svg')) addNames(draft, attributes)
      if (hidden.length === 0) addText(draft, ' ')
    },
    ontext(text) {
      const inside = hidden.at(-1)
      if (inside === undefined) {
        addText(draft, text)
        if (headingAt > 0 && draft.heading.length < 300) draft.heading += text.slice(0, 300)
      } else if (inside === 'title') draft.title += hidden.length === 1 ? text.slice(0, 500) : ''
      else if (inside === 'script' || inside === 'noscript') addScript(draft, text)
    },
    onclosetag(name) {
      if (hidden.at(-1) === name) hidden.pop()
      if (name === 'h1' || name === 'h2') headingAt = 0
    },
  })
}

function addNames(draft: Draft, attributes: Readonly<Record<string, string>>): void {
  if (draft.names.length >= markupCharsMax) return
  for (const name of namedBy) {
    const value = attributes[name]
    if (value !== undefined) draft.names += `${value.slice(0, 300)}\n`
  }
}

function addScript(draft: Draft, text: string): void {
  if (draft.scripts.length < markupCharsMax) draft.scripts += text.slice(0, markupCharsMax)
}

/** White space is not counted, so that an indented page is not taken for a long one. */
function addText(draft: Draft, text: string): void {
  if (draft.text.length >= textCharsMax) return
  const isBlank = text.trim() === ''
  if (isBlank && draft.text.endsWith(' ')) return
  draft.text += isBlank ? ' ' : text.slice(0, textCharsMax)
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
