import { findConcept } from '#content/fill/concept-words.ts'
import { isPersonWord } from '#content/fill/person-words.ts'
import { toPlain } from '#content/fill/plain-words.ts'
import { isNamedFreely } from './field-form.ts'
import type { Profile } from '#content/fill/profile.ts'

/** What sort of thing a text is. */
export type Kind =
  | 'time'
  | 'person'
  | 'organisation'
  | 'place'
  | 'code'
  | 'address'
  | 'employment'
  | 'day'

/** Words of fields that ask for a kind; those of people are known in other languages, too. */
const asking: Readonly<Record<Kind, RegExp>> = {
  time: /^(?:time|start|starts|end|ends|begin|open|opens|opening|close|closes|closing|until|from|before|after|in|out|departure|departs|arrival|arrives|hora|heure|uhrzeit|ora|tid|tijd|godzina|hour|hours|öffnungszeiten|zeiten|horario|horarios|horaires|orari|openingstijden|godziny|öppettider|åbningstider)$/,
  person:
    /^(?:owners|manager|father|mother|spouse|wife|husband|speaker|editor|agent|designer|maker|recipient|sender|patient|tenant|winner|driver|pilot|judge|author|witness|student|trainer|agente|guia)$/,
  organisation:
    /^(?:company|employer|business|shop|store|studio|hotel|museum|clinic|practice|school|club|operator|agency|organizer|organiser|publisher|association|institution|organisation|organization|firm|seller|supplier|buyer|customer|brewery|farm|dealer|cinema|theatre|theater|bakery|broker|retailer|venue|firma|praxis|verein|schule|imobiliaria|agenzia|empresa|entreprise|rijschool|praktijk|makelaar|investor|bank|court|college|university|absender|empfaenger|verkaeufer|verkäufer|vendeur|vendedor|venditore|verkoper)$/,
  place:
    /^(?:city|town|village|place|suburb|district|province|region|state|country|base|headquarters|venue|location|cidade|freguesia|ville|stadt|ort|plaats|stad|miasto|birthplace|office|area|neighbourhood|neighborhood|local)$/,
  address:
    /^(?:address|adresse|anschrift|adres|adress|direccion|indirizzo|street|strasse|rue|calle|via|ulica)$/,
  employment: /^(?:employment|contract|vertrag|beschaeftigungsart|contrat|contrato|contratto)$/,
  day: /^(?:day|days|weekdays|tag|jour|dia|día|giorno|dag|dzień|dzien|ruhetag|fermeture|weekday)$/,
  code: /^(?:code|number|no|id|ref|reference|licence|license|licenca|registration|sku|kvk|cin|iban|bic|vat|register|sheet|nif|cif|codice|codigo|numero|nummer|last4|version)$/,
}

const formKinds: Readonly<Partial<Record<Profile['form'], Kind>>> = {
  time: 'time',
  person: 'person',
  people: 'person',
  place: 'place',
  code: 'code',
  hours: 'time',
}
const organisations = new Set(
  'company|organizer|supplier|restaurant|publisher|brand|agent|customer'.split('|'),
)
const roles = new Set(
  'owner teacher guide manager chair treasurer doctor father mother'
    .split(' ')
    .map((word) => findConcept(word)),
)

/** The kinds that a field asks for, by its form and the words of its name. */
export function listKinds({ form, folded, meanings, type }: Profile): ReadonlySet<Kind> {
  const kinds = new Set<Kind>()
  const own = formKinds[form]
  if (own !== undefined) kinds.add(own)
  if (type !== 'string') return kinds
  const isText = form === 'text' || own !== undefined
  if (!isText) return kinds
  const words = folded.split(' ')
  if (words.length > 1 && words.at(-1) === 'by') kinds.add('person')
  // The number of a customer is none of its names.
  if (asking.code.test(words.at(-1) ?? '')) return kinds.add('code')
  // Models have names.
  if (isNamedFreely(meanings)) kinds.delete('code')
  for (const kind of Object.keys(asking) as Kind[])
    // A `start point` is no time, and `added in` no hour.
    if (
      !(kind === 'time' && meanings.length > 0 && form !== 'time') &&
      (kind === 'time' ? words.slice(-1) : words).some((word) => asking[kind].test(word))
    )
      kinds.add(kind)
  if (
    words.some(isPersonWord) ||
    words.some((word) => roles.has(findConcept(toPlain(word)) ?? ({} as never)))
  )
    kinds.add('person')
  if (meanings.some(({ name }) => organisations.has(name))) kinds.add('organisation')
  if (meanings.some(({ name }) => name === 'city' || name === 'region')) kinds.add('place')
  return kinds
}
