import { isTag } from 'domhandler'
import { parsePage } from '#content/html/parse.ts'
import { listElements, oneLine } from '#content/html/walk.ts'
import { escapeText } from '#base/html-text.ts'
import type { Inline, OfficeDocument } from './office-document.ts'
import { texOfOmml } from './omml.ts'
import { elementsIn, joinTexts } from './relations.ts'
import { toKind, toScript, type Script } from '#documents/script-digits.ts'
import { readSymbol } from './symbol-fonts.ts'
import type { Package } from './zip.ts'

/** Noncharacters around the TeX of an equation, because the converter knows no equations. */
const [start, display, end] = ['\uFDD2', '\uFDD3', '\uFDD4']
/** A comment is named the same way, because the converter leaves it out. */
const comment = '\uFDD5'

const usedMarks =
  /<(?:m:oMath|w:sym|w:noBreakHyphen|w:vanish|w:rStyle|w:vertAlign|w:sdt|w:commentReference|w:ruby|w:ffData|v:textpath)[\s/>]/

/** Writes what the converter drops or shows wrongly in a part of a text document as plain text. Undefined when there is nothing. */
export function withPlainParts(part: Buffer, styles?: Buffer): Buffer | undefined {
  const xml = part.toString('utf8')
  if (!usedMarks.test(xml)) return undefined
  const written = withoutRowControls(withEquations(withFieldsAndRuby(xml), wordRun))
  const plain = withScripts(withoutHidden(written, styles), wordScripts)
    .replaceAll(/<w:noBreakHyphen\s*\/>/g, '<w:t>\u2011</w:t>')
    .replaceAll(/<w:commentReference\s[^<>]*>/g, (tag) => {
      const id = /\bw:id="(\d{1,9})"/.exec(tag)?.[1] ?? ''
      return `<w:t>${start}${comment}${id}${end}</w:t>`
    })
    .replaceAll(/<w:sym\s[^<>]*>/g, (tag) => {
      const [font = '', code = ''] = [/\bw:font="([^"]*)"/, /\bw:char="([^"]*)"/].map(
        (attribute) => attribute.exec(tag)?.[1] ?? '',
      )
      return `<w:t>${escapeText(readSymbol(font, Number.parseInt(code, 16)))}</w:t>`
    })
  return plain === xml ? undefined : Buffer.from(plain)
}

/** Replaces the elements of a name up to the next end tag of that name. */
function replaceElements(xml: string, name: string, replace: (element: string) => string): string {
  const [from, to] = [`<${name}`, `</${name}>`]
  let written = ''
  let last = 0
  let next = 0
  for (let at = xml.indexOf(from); at !== -1; at = xml.indexOf(from, next)) {
    next = at + from.length
    if (!/[\s>]/.test(xml[next] ?? '')) continue
    const tagEnd = xml.indexOf('>', at)
    if (tagEnd === -1) break
    next = tagEnd
    if (xml[tagEnd - 1] === '/') continue
    const until = xml.indexOf(to, tagEnd)
    if (until === -1) break
    written += xml.slice(last, at) + replace(xml.slice(at, until + to.length))
    next = until + to.length
    last = next
  }
  return written + xml.slice(last)
}

/** The TeX of an equation between marks, as text of a part. */
export const markEquation = (tex: string, isDisplayed = false): string =>
  `${start}${isDisplayed ? display : ''}${escapeText(tex)}${end}`

const wordText = (text: string) => `<w:t xml:space="preserve">${text}</w:t>`
const readAll = (xml: string) => xml.replaceAll(/<[^<>]*>/g, '')

/** Writes the boxes and choices of form fields, the words of drawn text, and what stands above letters as text. */
function withFieldsAndRuby(xml: string): string {
  const withFields = replaceElements(xml, 'w:fldChar', (field) => {
    const text = field.includes('<w:ffData') ? readField(field) : ''
    return text === '' ? field : wordText(text) + field
  })
  const withArt = replaceElements(withFields, 'w:pict', (picture) => {
    const [, words] = /<v:textpath\s[^<>]*?\bstring="([^"<>]{1,2000})"/.exec(picture) ?? []
    return words === undefined || picture.includes('<w:txbxContent') ? picture : wordText(words)
  })
  return replaceElements(withArt, 'w:ruby', (ruby) => {
    const base = ruby.indexOf('<w:rubyBase')
    const above = readAll(ruby.slice(ruby.indexOf('<w:rt>'), base))
    return wordText(`${readAll(ruby.slice(base))}${above.trim() && `(${above.trim()})`}`)
  })
}

const checkedState = /<w:checked(?:\s+w:val="(\w{1,5})")?\s*\/>/
const defaultState = /<w:default(?:\s+w:val="(\w{1,5})")?\s*\/>/

/** The box or the choice of a form field of older documents; empty for others. */
function readField(field: string): string {
  if (field.includes('<w:checkBox')) {
    const state = checkedState.exec(field) ?? defaultState.exec(field)
    return !state || /^(?:0|false|off)$/.test(state[1] ?? '') ? '☐' : '☑'
  }
  const choices = [...field.matchAll(/<w:listEntry\s+w:val="([^"<>]{0,500})"/g)]
  const chosen = /<w:(?:result|default)\s+w:val="(\d{1,4})"/.exec(field)?.[1] ?? 0
  return choices[Number(chosen)]?.[1] ?? ''
}

const wordRun = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const slideRun = (text: string) => `<a:r><a:t>${text}</a:t></a:r>`

/** Writes the equations of a slide as text; those are in alternatives to a picture. Undefined when there are none. */
export function withSlideEquations(part: Buffer): Buffer | undefined {
  if (!part.includes('<m:oMath')) return undefined
  const written = withEquations(showChoices(part.toString('utf8'), '<m:oMath'), slideRun)
  return Buffer.from(written.replaceAll(/<\/?a14:m(?:\s[^<>]*)?>/g, ''))
}

/** Shows what is newer than its alternative, where it has a tag. */
const showChoices = (xml: string, tag: string): string =>
  replaceElements(xml, 'mc:AlternateContent', (element) => {
    const from = element.indexOf('<mc:Choice')
    const choice = element.slice(element.indexOf('>', from) + 1, element.indexOf('</mc:Choice>'))
    return from !== -1 && choice.includes(tag) ? choice : element
  })

const [newCharts, charts] = [
  'http://schemas.microsoft.com/office/drawing/2014/chartex',
  'http://schemas.openxmlformats.org/drawingml/2006/chart',
]

/** Shows charts of newer kinds as others, and the text of drawings that are locked as that of boxes. Undefined when there are none. */
export function withPlainDrawings(part: Buffer): Buffer | undefined {
  if (!part.includes('<cx:chart') && !part.includes('<lc:lockedCanvas')) return undefined
  const shown = showChoices(part.toString('utf8'), '<cx:chart')
    .replaceAll(/<cx:chart(?=\s)/g, `<c:chart xmlns:c="${charts}"`)
    .replaceAll('</cx:chart>', '</c:chart>')
    .replaceAll(newCharts, charts)
  return Buffer.from(
    replaceElements(shown, 'w:drawing', (drawing) =>
      drawing.includes('<lc:lockedCanvas') ? writeLines(drawing) : drawing,
    ),
  )
}

/** The paragraphs of a drawing as lines. */
const writeLines = (drawing: string): string =>
  drawing
    .split(/<a:p(?=[\s>])/)
    .slice(1)
    .map((paragraph) =>
      [...paragraph.matchAll(/<a:t>([^<]*)<\/a:t>/g)].map(([, text]) => text).join(''),
    )
    .filter((text) => text.trim() !== '')
    .map((text) => wordText(text))
    .join('<w:br/>')

/** Writes equations as runs of text with their TeX behind marks. */
const withEquations = (xml: string, makeRun: (text: string) => string): string => {
  if (!xml.includes('<m:oMath')) return xml
  const inline = (isDisplayed: boolean) => (element: string) =>
    makeRun(markEquation(texIn(element), isDisplayed))
  const displayed = replaceElements(xml, 'm:oMathPara', (element) =>
    replaceElements(
      replaceElements(element, 'm:oMathParaPr', () => ''),
      'm:oMath',
      inline(true),
    ).replaceAll(/<\/?m:oMathPara(?:Pr)?(?:[\s/][^<>]*)?>/g, ''),
  )
  return replaceElements(displayed, 'm:oMath', inline(false))
}

function texIn(element: string): string {
  const [equation] = listElements(parsePage(element, 'xml').document)
  return equation && isTag(equation) ? texOfOmml(equation) : ''
}

const runProperties = /^<w:r(?:\s[^<>]*)?>\s*<w:rPr>/
const hidden = /<w:vanish(?:\s+w:val="(?:1|true|on)")?\s*\/>/
const shown = /<w:vanish\s+w:val="(?:0|false|off)"\s*\/>/
const runStyle = /<w:rStyle\s+w:val="([^"]{1,80})"/

/** Leaves out the runs of hidden text. */
function withoutHidden(xml: string, styles: Buffer | undefined): string {
  const hiding = findHidingStyles(styles)
  if (!xml.includes('<w:vanish') && hiding.size === 0) return xml
  return replaceElements(xml, 'w:r', (run) => {
    if (!runProperties.test(run) || run.includes('<w:drawing')) return run
    const properties = run.slice(0, run.indexOf('</w:rPr>'))
    const isOfStyle = hiding.has(runStyle.exec(properties)?.[1] ?? '') && !shown.test(properties)
    return isOfStyle || hidden.test(properties) ? '' : run
  })
}

/** The ids of the styles of characters that hide their text. */
function findHidingStyles(styles: Buffer | undefined): Set<string> {
  if (!styles?.includes('<w:vanish')) return new Set()
  const all = styles.toString('utf8').matchAll(/<w:style\s[^<>]*>/g)
  const ids = all.flatMap(({ 0: tag, index, input }) => {
    if (!tag.includes('w:type="character"')) return []
    const end = input.indexOf('</w:style>', index + tag.length)
    const isHiding = end !== -1 && hidden.test(input.slice(index, end))
    return isHiding ? [/w:styleId="([^"]{1,80})"/.exec(tag)?.[1] ?? ''] : []
  })
  return new Set(ids)
}

/** How a format raises and lowers a run of text. */
interface RunScripts {
  readonly run: string
  readonly text: RegExp
  readonly mark: string
  readonly find: (run: string) => Script | undefined
}

const wordScripts: RunScripts = {
  run: 'w:r',
  text: /(?<=<w:t(?:\s[^<>]{0,80})?>)[^<]+(?=<\/w:t>)/g,
  mark: '<w:vertAlign',
  find: (run) => {
    return toKind(/<w:vertAlign\s+w:val="(super|sub)script"/.exec(run)?.[1])
  },
}

const slideScripts: RunScripts = {
  run: 'a:r',
  text: /(?<=<a:t>)[^<]+(?=<\/a:t>)/g,
  mark: ' baseline="',
  find: (run) => {
    const value = Number(/<a:rPr\s[^<>]*\bbaseline="(-?\d{1,6})"/.exec(run)?.[1] ?? 0)
    return value > 0 ? 'sup' : value < 0 ? 'sub' : undefined
  },
}

/** Writes raised and lowered numbers as such, because the converter shows them like other text. */
function withScripts(xml: string, { run: name, text, mark, find }: RunScripts): string {
  if (!xml.includes(mark)) return xml
  return replaceElements(xml, name, (run) => {
    const script = run.includes(mark) ? find(run) : undefined
    return script ? run.replaceAll(text, (one) => toScript(one, script) ?? one) : run
  })
}

/** The same for a slide. Undefined when it has none. */
export function withSlideScripts(part: Buffer): Buffer | undefined {
  if (!part.includes(slideScripts.mark)) return undefined
  return Buffer.from(withScripts(part.toString('utf8'), slideScripts))
}

interface Control {
  readonly open: number
  content: number
  close: number
  end: number
  holdsRows: boolean
}

const rowStart = /^\s*<w:tr[\s>]/

/** Leaves out the content controls around the rows of tables, but not their rows. */
function withoutRowControls(xml: string): string {
  if (!xml.includes('<w:sdt')) return xml
  const [stack, found]: [Control[], Control[]] = [[], []]
  for (const { 0: tag, index } of xml.matchAll(/<(\/?)w:sdt(?:Content)?(?:\s[^<>]*)?>/g)) {
    const after = index + tag.length
    const last = stack.at(-1)
    if (tag.startsWith('<w:sdtContent')) {
      if (!last) return xml
      last.content = after
      last.holdsRows = rowStart.test(xml.slice(after, after + 200))
    } else if (tag.startsWith('<w:sdt')) {
      stack.push({ open: index, content: -1, close: -1, end: -1, holdsRows: false })
    } else if (tag.startsWith('</w:sdtContent')) {
      if (!last) return xml
      last.close = index
    } else {
      const control = stack.pop()
      if (!control) return xml
      control.end = after
      const outer = stack.at(-1)
      if (!control.holdsRows || control.content === -1 || control.close === -1) continue
      found.push(control)
      if (outer && xml.slice(outer.content, control.open).trim() === '') outer.holdsRows = true
    }
  }
  const cuts = found
    .flatMap(({ open, content, close, end: after }) => [
      [open, content] as const,
      [close, after] as const,
    ])
    .toSorted(([a], [b]) => a - b)
  let [written, last] = ['', 0]
  for (const [from, to] of cuts) {
    written += xml.slice(last, from)
    last = to
  }
  return written + xml.slice(last)
}

/** A part of a text: words, the TeX of an equation, or a comment. */
export interface TextPart {
  readonly inline: Inline
  /** Of the note that is the comment. */
  readonly noteId?: string
  readonly tex?: string
  readonly isDisplayed?: boolean
}

const nameComment = (id: string) => `comment ${id}`

/** The comments of a text document as notes. */
export function readComments(file: Package): OfficeDocument['notes'] {
  return [...elementsIn(file, 'word/comments.xml')]
    .filter(({ name }) => name === 'w:comment')
    .map((element) => {
      const paragraphs = listElements(element)
        .filter(({ name }) => name === 'w:p')
        .map((one) => oneLine(joinTexts(one)))
      const author = oneLine(element.attribs['w:author'] ?? '')
      const text = `${author === '' ? '' : `${author}: `}${paragraphs.join(' ').trim()}`
      const content = [{ kind: 'text', text } as const]
      return {
        id: nameComment(element.attribs['w:id'] ?? ''),
        kind: 'footnote' as const,
        blocks: [{ kind: 'paragraph', content } as const],
      }
    })
}

/** Splits a text at its equations and comments. */
export function splitEquations(inline: Inline): TextPart[] {
  const { text = '' } = inline
  if (!text.includes(start)) return [{ inline }]
  const [first = '', ...marked] = text.split(start)
  const parts = marked.flatMap((part): TextPart[] => {
    const [tex = '', rest = ''] = part.split(end)
    const isDisplayed = tex.startsWith(display)
    const after = { inline: { ...inline, text: rest } }
    if (tex.startsWith(comment)) return [{ inline, noteId: nameComment(tex.slice(1)) }, after]
    return [{ inline, tex: isDisplayed ? tex.slice(display.length) : tex, isDisplayed }, after]
  })
  return [{ inline: { ...inline, text: first } }, ...parts].filter(
    (part) => part.tex !== undefined || part.noteId !== undefined || part.inline.text !== '',
  )
}
