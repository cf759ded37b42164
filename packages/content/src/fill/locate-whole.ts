import { holdsValue } from './holds-value.ts'
import { readLineText } from './line-text.ts'
import { readNumbers } from './number-kinds.ts'
import { wordsAround, type Outline } from './outline.ts'
import { isKnownLabel, matchLabel, readLabel, type Profile } from './profile.ts'
import { valueInText } from './value-in-text.ts'

const [wordMax, labelWordsMax] = [14, 3]

/** The value beside a label that stands for nothing known, where no label stands for the property. */
export function findFreePair({ pairs }: Outline, value: unknown, profile: Profile) {
  const shown = pairs.filter(({ kind }) => kind === 'shown')
  if (shown.some(({ label }) => matchLabel(profile, label) > 0)) return undefined
  return shown.find(
    ({ label, value: text }) =>
      label.words.filter((word) => word.length > 1).length <= labelWordsMax &&
      !isKnownLabel(label) &&
      isWhole(text, value, profile),
  )
}

/** Whether a text stands only as what names other values. */
export function isOnlyCaption({ lines, aside, pairs }: Outline, text: string): boolean {
  const words = wordsAround(text)
  const own = readLabel(text.toLowerCase())
  const isLabel =
    isKnownLabel(own) &&
    pairs.some(({ label, kind }) => kind === 'shown' && label.folded === own.folded)
  const found = [...lines, ...aside].filter((line) => wordsAround(line.text).includes(words))
  return (
    found.length > 0 &&
    found.every(
      (line) =>
        (wordsAround(line.text) === words &&
          (isLabel || line.level > 1 || line.isHeader === true || line.kind === 'term')) ||
        isLabelIn(line.text, text),
    )
  )
}

/** Whether a text stands in a line before a colon, or before a stop and a digit. */
function isLabelIn(line: string, text: string): boolean {
  const at = line.toLowerCase().indexOf(text.toLowerCase().trim())
  return at >= 0 && /^(?:\s?[:：]|\. ?[\p{Ll}\d])/u.test(line.slice(at + text.trim().length))
}

export function isOnlyOne({ lines, aside }: Outline, value: unknown, profile: Profile): boolean {
  if (profile.form === 'email' || profile.form === 'phone') {
    const all = [...lines, ...aside].map(({ text }) =>
      valueInText(text, { profile, isNamed: false }),
    )
    const contacts = new Set(all.filter((one) => one !== undefined))
    return contacts.size === 1 && [...contacts][0] === value
  }
  // One day alone is not the end of a range.
  if (profile.meanings.some(({ name }) => name === 'end date')) return false
  const found = new Set(lines.flatMap(({ text }) => listOfForm(text, profile)))
  const [only = ''] = found
  return found.size === 1 && holdsValue(readLineText(only), value, profile)
}

/** Whether a labelled text is the value and no more, but for its unit or currency. */
function isWhole(text: string, value: unknown, profile: Profile): boolean {
  if (!holdsValue(readLineText(text), value, profile)) return false
  if (typeof value === 'number')
    return (
      readNumbers(text).quantities.length === 1 && text.length <= String(value).length + wordMax
    )
  return typeof value === 'string' && text.length <= value.length * 1.3 + 2
}

/** The dates of a text, or its amounts with a currency. */
function listOfForm(text: string, { form }: Profile): readonly string[] {
  if (!/\d/.test(text)) return []
  const { spans, quantities } = readNumbers(text)
  if (form === 'date')
    return spans.flatMap(({ kind, key }) =>
      kind === 'date' && /^\d+-\d+-\d+$/.test(key)
        ? [key.replaceAll(/(?<=-)\d(?=-|$)/g, (digit) => `0${digit}`)]
        : [],
    )
  return form === 'money'
    ? quantities.flatMap(({ sign, value }) => (sign === undefined ? [] : [String(value)]))
    : []
}
