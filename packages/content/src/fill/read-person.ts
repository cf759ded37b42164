import { beginsWith, findConcept } from './concept-words.ts'
import { coerce } from './coerce.ts'
import type { Outline } from './outline.ts'
import { toPlain } from './plain-words.ts'
import { isLabelName, type Profile } from './profile.ts'
import { foundersIn } from './read-list.ts'
import type { ReadValue } from './read-value.ts'

const linking = new Set(
  'is ist est es è jest är er , : var the der die das le la el het de il'.split(' '),
)
const nameLength = 60

/** `Our CEO is Ada Lovelace`, `chief engineer Daniel Roth`, `Ada Lovelace, CEO`. */
export function personNamed(
  outline: Outline,
  { meanings, words, schema, form }: Profile,
): ReadValue | undefined {
  const { lines } = outline
  const names = [
    ...meanings.flatMap(({ names }) => names).filter((name) => name.length > 2 && !isVague(name)),
    ...(meanings.length === 0 && words.length > 0 ? [words.join(' ')] : []),
  ]
  const found = new Map<string, number>()
  const [word = '', more] = meanings.length === 0 ? words : []
  const same = more === undefined ? (findConcept(toPlain(word))?.same ?? []) : []
  for (const [line, { text }] of lines.entries()) {
    const lower = text.toLowerCase()
    const roles = same.length === 0 ? [] : (lower.match(/\p{L}{5,}/gu) ?? [])
    const said = roles.filter((role) => beginsWith(toPlain(role), same))
    for (const name of [...names, ...said]) {
      const at = lower.indexOf(name)
      if (
        at < 0 ||
        (/\p{L}/u.test(lower.charAt(at - 1)) && name.length < compoundMin) ||
        /\p{L}/u.test(lower.charAt(at + name.length))
      )
        continue
      const behind = text.slice(at + name.length)
      // `Owner, manual therapy` is a line about the person above it.
      const isRole = at === 0 && behind.startsWith(',')
      const person = (isRole ? undefined : nameBehind(behind)) ?? nameBefore(text.slice(0, at))
      if (person !== undefined && !found.has(person)) found.set(person, line)
    }
  }
  const isAny =
    found.size === 0 && form === 'person' && (meanings.length === 0 || isContact(meanings))
  const [first] = isAny ? labelledPeople(outline, isContact(meanings)) : found
  if (!first || found.size > 1) return undefined
  const value = coerce(first[0], schema)
  return value === undefined ? undefined : { value, line: first[1] }
}

const isContact = (meanings: Profile['meanings']) =>
  meanings.some(({ name }) => name === 'contact person')

const named = String.raw`(\p{Lu}\p{Ll}[\p{L}'’-]{1,24} (?:(?:de|van|von|da|di|del|bin|al|ter|Di|De|Lo|La)(?: (?:la|der|den))? )?\p{Lu}\p{Ll}[\p{L}'’-]{1,24})`
/** `Manager: Ada Lovelace`, `Ada Lovelace, ada@site.example`, `Ada Lovelace, tel. 555 01 23`. */
const labelledName = new RegExp(`^${named}(?=$|[,;(])`, 'u')
const reached = /, (?=[^\s@]{1,40}@|(?:[Tt]el|[Tt]lf|[Pp]hone)(?!\p{L})|[+(]?\d{2,4}[ /-])/gu

/** The only person whom a label or a way to reach them stands beside. */
function labelledPeople({ lines, pairs }: Outline, isAsked: boolean): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const { label, value, line, kind } of pairs) {
    const [, name] = (kind === 'shown' && !isLabelName(label) && labelledName.exec(value)) || []
    if (name !== undefined) found.set(name, line)
  }
  for (const [line, { text }] of lines.entries()) {
    for (const { index } of isAsked ? text.matchAll(reached) : []) {
      const name = nameBefore(text.slice(Math.max(0, index - nameLength), index + 1))
      if (name?.split(' ').length === 2) found.set(name, line)
    }
  }
  return found.size === 1 ? found : new Map()
}

/** `Reitlehrerin`: the end of a compound says what someone does. */
const compoundMin = 6

const isVague = (name: string): boolean =>
  /^(?:par|por|von|door|przez|foto|bild|photo|host|text|contact|kontakt|contacto|contato|contatto)$/.test(
    name,
  )

const fullName =
  /^\p{Lu}(?:[\p{L}'’-]{1,24}|\.)(?: (?:(?:de|van|von|da|di|del|bin|al|ter)(?: (?:la|der|den))? )?\p{Lu}(?:[\p{L}'’-]{1,24}|\.)){1,3}/u

function nameBehind(text: string): string | undefined {
  let rest = text.slice(0, nameLength + 20).trimStart()
  for (let skipped = 0; skipped < 3; skipped += 1) {
    const [first = ''] = /^(?:[,:]|\p{L}{1,5})/u.exec(rest) ?? []
    if (!linking.has(first)) break
    rest = rest.slice(first.length).trimStart()
  }
  return fullName.exec(rest)?.[0]
}

const articles = new Set('our the unsere unser die der notre la le el il de'.split(' '))

/** `Ada Lovelace, our CEO`. */
function nameBefore(text: string): string | undefined {
  const words = text.slice(-nameLength).replace(/\($/, '( ').trimEnd().split(' ')
  if (articles.has(words.at(-1)?.toLowerCase() ?? '')) words.pop()
  // `Ada Lovelace (chair)`
  if (words.at(-1) === '(') words.splice(-1, 1)
  else if (words.at(-1)?.endsWith(',') !== true) return undefined
  const name: string[] = []
  for (const word of words.toReversed()) {
    const bare = word.replace(/,$/, '')
    if (!/^\p{Lu}[\p{L}'’-]+$/u.test(bare) || (name.length > 0 && word.endsWith(','))) break
    name.unshift(bare)
  }
  return name.length >= 2 && name.length <= 4 ? name.join(' ') : undefined
}

const about =
  /^(?:about|contact|über|impressum|à propos d[e’']\s?|acerca de|sobre|quiénes somos|chi siamo|over|o firmie|o nas|om|jobs at|careers at)\s(?:us|uns|nous)?/i

export function companyShown({ lines, title }: Outline): ReadValue | undefined {
  const heading = lines[title]?.text ?? ''
  const [prefix] = about.exec(heading) ?? []
  const rest = prefix === undefined ? '' : heading.slice(prefix.length).trim()
  if (/^\p{Lu}/u.test(rest) && rest.length <= 60) return { value: rest, line: title }
  return legalName(lines)
}

const legalForm =
  /^(.{2,60}? (?:Ltd\.?|Limited|plc|PLC|Inc\.?|LLC|Corp\.?|GmbH|AG|KG|SE|SARL|SAS|S\.r\.l\.|Srl|S\.p\.A\.|SpA|S\.L\.|B\.V\.|BV|NV|AS|A\/S|ApS|AB|Oy|sp\. z o\.o\.|Sp\. z o\.o\.|S\.A\.|Lda\.?|Ltda\.?|s\.r\.o\.|a\.s\.|s\.s\.|LLP|e\.V\.|EURL|SNC))(?= |,|$)/u

const legalEnd = / (?=\p{L}+\.|[A-Z]{2,4}$|Limited$|GmbH|Srl$|SpA$|ApS$|Oy$)/u

/** The only name of the content with a legal form. */
export function legalName(lines: Outline['lines']): ReadValue | undefined {
  const found = new Map<string, number>()
  for (const [line, { text }] of lines.entries()) {
    // `We, the Works of Orla Ltd,` begins with a name of no one.
    const begun = text
      .replace(/^\p{Lu}\p{Ll}{2,20}: /u, '')
      .replace(/^(?:Wir|We|Nous|Noi|Nosotros|Wij|My|Vi), /, '')
    const [, name] = legalForm.exec(begun.replace(/^(?:Die|Der|The|La|Le|De) /i, '')) ?? []
    const own = name?.split(legalEnd, 1)[0]?.slice(0, 20)
    // `3905 AG` is a postal code.
    if (/\d{4} [A-Z]{2}$/.test(name ?? '')) continue
    if (name !== undefined && own !== undefined && /^\p{Lu}[^.!?]*$/u.test(own) && !found.has(name))
      found.set(name, line)
  }
  const [first] = found
  return found.size === 1 && first ? { value: first[0], line: first[1] } : undefined
}

export function founderShown(
  outline: Outline,
  { schema, meanings }: Profile,
): ReadValue | undefined {
  const found = foundersIn(outline, meanings)
  const value = found && coerce(found.texts.join(', '), schema)
  return found && value !== undefined ? { value, line: found.line } : undefined
}
