import type { readType, JsonSchema } from '#schemas/json-schema.ts'
import type { Form, Meaning } from './lexicon.ts'
import { asksForPerson } from './person-words.ts'
import type { Unit } from './units.ts'

/** What is known of a property. */
export interface FormQuestion {
  readonly first: Meaning | undefined
  readonly type: ReturnType<typeof readType>
  readonly words: readonly string[]
  readonly schema: JsonSchema
  readonly unit: Unit | undefined
  readonly currency: string | undefined
}

/** What the values of a property look like, by its meaning, its schema and the words of its name. */
export function detectForm({ first, type, words, schema, unit, currency }: FormQuestion): Form {
  const { format, description } = schema
  if (format === 'email') return 'email'
  if (format === 'uri' || format === 'url') return 'url'
  if (format === 'date' || format === 'date-time') return 'date'
  const isNumber = type === 'number' || type === 'integer'
  const isOther = isNumber
    ? first?.form === 'text' || first?.form === 'list' || (first?.form === 'date' && !format)
    : first?.form === 'number'
  if (isNumber && unit?.dimension === 'share') return 'percent'
  // A deposit of two months is no money.
  const isTimed = /^(?:time|days|months)$/.test(unit?.dimension ?? '') && currency === undefined
  if (
    isNumber &&
    isTimed &&
    (first?.form === 'money' || words.some((word) => moneyName.test(word)))
  )
    return unit?.dimension === 'time' ? 'duration' : 'number'
  if (type === 'string' && linkName.test(words.at(-1) ?? '')) return 'url'
  if (first && !isOther) return first.form
  const has = (pattern: RegExp) => words.some((word) => pattern.test(word))
  if (isNumber) {
    if (currency !== undefined || has(moneyName)) return 'money'
    if (has(/^(?:percent|percentage|pct|rate)$/)) return 'percent'
    if (has(/^(?:year|jahr|année|annee|año|ano|anno|jaar|rok|år)$/)) return 'year'
    if (unit?.dimension === 'time') return 'duration'
    return type === 'integer' ? 'count' : 'number'
  }
  if (type === 'string' && has(timeName)) return 'time'
  if (type === 'string' && hoursName.test(words.at(-1) ?? '')) return 'hours'
  if (has(/^e?mail$/)) return 'email'
  if (type === 'string' && codeName.test(words.at(-1) ?? '') && words.length > 1) return 'code'
  if (has(/^(?:phone|telephone|mobile|tel)$/)) return 'phone'
  if (has(linkName)) return 'url'
  if (type === 'string' && has(/^(?:date|deadline|due)$/)) return 'date'
  const said = typeof description === 'string' ? description.slice(0, 500) : ''
  if (/\b(?:name of (?:the|a)|person)\b/i.test(said) || asksForPerson(words)) return 'person'
  return 'text'
}

const hoursName =
  /^(?:hours|zeiten|\p{L}{2,12}zeiten|horaires|horarios?|orari|tijden|\p{L}{2,12}tijden|horário|godziny|tider|\p{L}{2,12}tider)$/u
const timeName = /^(?:opens|closes|departs|arrives|entry|admission)$/
const codeName = /^(?:code|number|no|nr|id|iban|bic)$/
const linkName = /^(?:url|link|website|homepage)$/
const moneyName =
  /^(?:(?:price|cost|fee|amount|charge|salary|revenue|rent|fare|deposit|tax|budget|supplement|surcharge|fine|toll)s?|preis|kosten|gebühr|gebuehr|miete|prix|loyer|tarif|precio|coste|tarifa|renta|prezzo|costo|affitto|canone|prijs|huur|preço|preco|renda|aluguel|cena|koszt|opłata|oplata|czynsz|tassa|supplemento|pris|avgift|hyra|poplatek|taxes?|impuesto|imposto|tassa|steuer|cotisation|beitrag|cuota|bijdrage|opłata|mensualite|mensualité|monatsrate)$|(?:preis|kosten|gebühr|gebuehr|miete|prijs|pris|avgift)$/
