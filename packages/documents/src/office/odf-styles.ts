import { plainText } from './xlsx/xml-text.ts'
import { toKind, toScript, type Script } from '#documents/script-digits.ts'

/** What the styles of a part say about text. */
interface TextStyles {
  readonly hidden: ReadonlySet<string>
  readonly scripts: ReadonlyMap<string, Script>
}

const used = /\s(?:text:display="none"|style:text-position="(?:super|sub))/
const styleEnd = '</style:style>'

/** Leaves out the hidden text of an OpenDocument part, and writes raised and lowered numbers as such. Undefined when it has neither. */
export function withTextStyles(part: Buffer): Buffer | undefined {
  const xml = part.toString('utf8')
  if (!used.test(xml)) return undefined
  const styles = readTextStyles(xml)
  const isHidden = (tag: string) =>
    (tag.startsWith('<text:section') && tag.includes(' text:display="none"')) ||
    styles.hidden.has(readStyleName(tag))
  const visible = hideable.reduce((text, name) => withoutElements(text, name, isHidden), xml)
  const written = visible.replaceAll(
    /(<text:span\s[^<>]*>)([^<]+)(?=<\/text:span>)/g,
    (_all, tag: string, text: string) => {
      const script = styles.scripts.get(readStyleName(tag))
      return tag + ((script && toScript(text, script)) ?? text)
    },
  )
  return written === xml ? undefined : Buffer.from(written)
}

const hideable = ['text:section', 'text:p', 'text:h', 'text:span']
const readStyleName = (tag: string) => /\stext:style-name="([^"]{1,80})"/.exec(tag)?.[1] ?? ''

const readName = (tag: string) => /\sstyle:name="([^"]{1,80})"/.exec(tag)?.[1]

function readTextStyles(xml: string): TextStyles {
  const hidden = new Set<string>()
  const scripts = new Map<string, Script>()
  for (const style of xml.split(/<style:style(?=\s)/).slice(1)) {
    const name = readName(style.slice(0, style.indexOf('>')))
    const properties = style.slice(0, Math.max(0, style.indexOf(styleEnd)))
    if (name === undefined) continue
    if (/\stext:display="none"/.test(properties)) hidden.add(name)
    const script = toKind(/\sstyle:text-position="(super|sub)/.exec(properties)?.[1])
    if (script) scripts.set(name, script)
  }
  return { hidden, scripts }
}

/** Leaves out elements of a name with what is in them. */
function withoutElements(xml: string, name: string, isOut: (tag: string) => boolean): string {
  const kept: string[] = []
  let [last, depth] = [0, 0]
  for (const { 0: tag, index } of xml.matchAll(/<\/?[a-z]+:[a-z-]+(?:\s[^<>]*)?>/g)) {
    const isEnd = tag.startsWith(`</${name}>`)
    if (!isEnd && !/^[\s/>]/.test(tag.slice(name.length + 1))) continue
    if (!isEnd && !tag.startsWith(`<${name}`)) continue
    if (depth > 0) {
      if (isEnd) depth -= 1
      else if (!tag.endsWith('/>')) depth += 1
      if (depth === 0) last = index + tag.length
    } else if (!isEnd && isOut(tag)) {
      kept.push(xml.slice(last, index))
      if (tag.endsWith('/>')) last = index + tag.length
      else depth = 1
    }
  }
  return depth === 0 ? kept.join('') + xml.slice(last) : xml
}

const sheetStart = '<table:table '

/** The names of the sheets that are hidden, or have hidden rows or columns. */
export function findHidingSheets(part: Buffer): string[] {
  if (!/\stable:(?:display="false|visibility="(?:collapse|filter))"/.test(part.toString('latin1')))
    return []
  const [styles = '', ...sheets] = part.toString('utf8').split(sheetStart)
  const hidden = new Set(
    styles
      .split(styleEnd)
      .filter((style) => style.includes(' table:display="false"'))
      .map((style) => readName(style.slice(style.lastIndexOf('<style:style')))),
  )
  return sheets.flatMap((sheet) => {
    const tag = ` ${sheet.slice(0, sheet.indexOf('>'))}`
    const style = /\stable:style-name="([^"]{1,80})"/.exec(tag)?.[1]
    const isHiding = /\stable:visibility="(?:collapse|filter)"/.test(sheet)
    if (!isHiding && (style === undefined || !hidden.has(style))) return []
    return [plainText(/\stable:name="([^"]*)"/.exec(tag)?.[1] ?? '')]
  })
}
