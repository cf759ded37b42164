import { wordsAround } from './outline.ts'
import { beginsWith, findConcept, saysConcept, type Concept } from './concept-words.ts'
import { toPlain } from './plain-words.ts'
import { toBoolean } from './coerce.ts'

/** Words of names that ask whether, and no more. */
export const asking = new Set(
  'is are has have had can with was the of a air for offers offer provides available availability possible flag system function mode option options use feature facility facilities'.split(
    ' ',
  ),
)
const negations = new Set(
  'no not non none without never neither nor ni ani isn doesn don cannot kein keine keinen keinem keiner nicht ohne weder pas sans aucun aucune jamais sin ningun ninguna senza nessun nessuna geen niet zonder nao sem nem nie bez brak inte ingen inga inget utan ej ikke uden neni nema nemaji nemusi nesmi nejsou nelze saknas fehlt fehlen manque manquent asente absent absente ausente falta faltan manca mancano ontbreekt ontbreken brakuje mangler chybi lacks lacking'.split(
    ' ',
  ),
)
/** Those that deny no more than what follows them. */
const without = new Set('without ohne sans sin senza zonder sem bez utan uden'.split(' '))
const withoutReach = 2
/** What makes of a statement one that holds sometimes. */
const limits =
  /[?]|(?<!\p{L})(?:assistance|guide|service)[- ]dogs?(?!\p{L})|(?:assistenz|blinden|begleit)hund|chiens? (?:guide|d.assistance)|perros? guía|cani guida|盲導犬|介助犬|(?<!\p{L})(?:if|unless|except|only|may|might|some|upon|on request|ask|when|over|above|wenn|falls|sofern|außer|nur|teilweise|auf anfrage|anfrage|ab|si|sauf|seulement|certains|sur demande|dès|salvo|sólo|solo|algunos|a petición|su richiesta|se(?! (?:puede|pueden|pode|podem|permit|admit|acept|aceit))|als|behalve|alleen|op aanvraag|vanaf|apenas|somente|a pedido|jeśli|tylko|niektóre|om|bara|endast|vissa|hvis|kun|nogle|pokud|pouze|od)(?!\p{L})/giu
/** Of these in other languages, the word is a part of any sentence. */
const limitLanguages: Readonly<Record<string, string>> = {
  ab: 'de',
  als: 'nl',
  om: 'sv',
  si: 'fr es',
  se: 'it pt',
  od: 'cs pl',
}

export const isLimited = (text: string, language: string): boolean =>
  [...text.matchAll(limits)].some(([word]) => {
    const own = limitLanguages[word.toLowerCase()]
    return own === undefined || language === '' || own.includes(language.slice(0, 2))
  })

/** Words for that a thing is there. */
const there = new Set(
  'available present erreichbar zuganglich verfugbar vorhanden disponible presente disponibile aanwezig beschikbaar disponivel dostepny dostepna dostepne tillganglig finns tilgaengelig dispozici'.split(
    ' ',
  ),
)
/** What a page says in one clause. */
interface Clause {
  readonly text: string
  readonly words: readonly string[]
  readonly line: number
}

/** Between a letter of a script without spaces and a Latin one. */
const spelling = /(?<=\p{Lo})(?=[a-z])/giu

export const readWords = (text: string, line: number): Clause => ({
  text,
  words: toPlain(wordsAround(text.replaceAll(spelling, ' ').replaceAll(/wi-fi/gi, 'wifi')).trim())
    .split(' ')
    .filter(Boolean),
  line,
})

const soWordsMax = 3
const states = ['includ', 'allow', 'requir'].flatMap((word) => findConcept(word) ?? [])
export const isState = ({ concept }: Asked): boolean => states.some((state) => state === concept)
const isThere = states.flatMap(({ same }) => same)
const isPlanned = /^(?:previst|planned|vorgesehen|voorzien|prevu|przewidzian)/

const isWhether = (word: string): boolean =>
  negations.has(word) || there.has(word) || isPlanned.test(word) || beginsWith(word, isThere)

/** `Yes`, `none`, `not included`, `nicht vorhanden`: words for whether, and no others. */
export function readSo(value: string): boolean | undefined {
  const said = toBoolean(value)
  if (said !== undefined || value.length > valueLengthMax || isLimited(value, '')) return said
  const { words } = readWords(value, 0)
  const isDenied = words.some((word) => negations.has(word))
  const isOnly = words.every(isWhether)
  return isOnly && words.length > 0 && words.length <= soWordsMax ? !isDenied : undefined
}

const valueLengthMax = 30

/** What costs nothing is allowed all the same. */
export const freely =
  /(?<!\p{L})(?:at no|no|without|ohne|sans|sin|senza|sem|zonder|bez|utan|uden) (?:extra |additional |further )?(?:charge|cost|fee|aufpreis|mehrkosten|kosten|frais|supplément|coste|costo|recargo|costi|supplemento|custos?|opłat|toeslag|kostnad|avgift|merpris|beregning|limits?|limitu|límites?|limite|limiti|begrenzung)(?!\p{L})/giu

export interface Asked {
  readonly word: string
  readonly concept: Concept | undefined
}

/** A cross, or a word for no in a script without spaces. */
export const denied =
  /[✗✘❌]|不|禁止|勿|没有|无(?!障碍|线)|遠慮|ません|おりません|ありません|なし|없|않|불가|금지/

export const isSaid = (word: string, { word: asked, concept }: Asked): boolean =>
  word === asked ||
  (concept ? saysConcept(word, concept.same) && !isReverse(word, concept) : isSameStem(word, asked))

export const isOpposed = (word: string, { word: asked, concept }: Asked): boolean =>
  word === `un${asked}` || (concept !== undefined && isReverse(word, concept))

/** Whether a word says the opposite: another word, or one with a part that denies it (`nehavarovaný`). */
function isReverse(word: string, { same, opposite }: Concept): boolean {
  if (beginsWith(word, opposite)) return true
  const rest = word.replace(/^(?:nicht|nie|ne|non|un|in)/, '')
  return rest !== word && same.some((one) => one.length >= stemMin && rest.startsWith(one))
}

/** Whether a word denies what the words at some places say; `without` what follows it alone. */
export const isNegation = (word: string, at = 0, places: readonly number[] = [at + 1]): boolean =>
  negations.has(word) &&
  (!without.has(word) || places.some((place) => place > at && place - at <= withoutReach))

const [stemMin, wholeMin] = [4, 6]

export function isSameStem(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  if (shorter < stemMin) return false
  if (shorter >= wholeMin && (one.startsWith(other) || other.startsWith(one))) return true
  const stem = Math.max(stemMin, shorter - 2)
  return one.slice(0, stem) === other.slice(0, stem) && Math.abs(one.length - other.length) <= 3
}
