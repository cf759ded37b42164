import { quantitiesIn } from './quantities.ts'
import { splitSegments } from './pairs.ts'
import { wordsAround, type Outline } from './outline.ts'
import { splitLine } from './split-line.ts'
import { beginsWith, findConcept, saysConcept, type Concept } from './concept-words.ts'
import { toPlain } from './plain-words.ts'
import { toBoolean } from './coerce.ts'
import { readLabel, type Profile } from './profile.ts'
import type { ReadValue } from './read-value.ts'

/** Words of names that ask whether, and no more. */
export const asking = new Set(
  'is are has have had can with was the of a air for offers offer provides available availability possible flag'.split(
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

const ands = new Set('and und et y e en och og i a'.split(' '))
const linking = new Set(
  'is are be ist sind est sont es son estan e sono zijn sao jest sa ar er je jsou'.split(' '),
)
const joining = new Set(
  'with by par via mit avec con met com z ze med s se plus has have hat a ha tiene heeft tem ma har equipped ausgestattet verfugt equipe dispose dotato dispone dispoe uitgerust beschikt wyposazony udstyret utrustad vybaven'.split(
    ' ',
  ),
)
/** Words for that a thing is there. */
const there = new Set(
  'available present erreichbar zuganglich verfugbar vorhanden disponible presente disponibile aanwezig beschikbaar disponivel dostepny dostepna dostepne tillganglig finns tilgaengelig dispozici'.split(
    ' ',
  ),
)
const articles = new Set(
  'a an the da ein eine der die das le la les l un une el los il lo de het een o os um uma en ett den det et of uber d di de van av'.split(
    ' ',
  ),
)

const clauseLengthMax = 160
const windowMax = 9

/** What a page says in one clause. */
interface Clause {
  readonly text: string
  readonly words: readonly string[]
  readonly line: number
}

/** A labelled value: as one clause, where it says no more than the value, and its label alone. */
interface LabelledClause {
  readonly whole: Clause | undefined
  readonly label: Clause
  readonly isSo: boolean | undefined
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

/** Reads whether a page says that something is so: in a sentence or a line that speaks of all words of the name. */
export function createReadBoolean(outline: Outline) {
  let known: ReturnType<typeof listClauses> | undefined
  return function readBoolean(profile: Profile): ReadValue | undefined {
    const names = profile.folded.split(' ').filter((word) => !asking.has(word))
    const isDenied = names.some((word) => negations.has(toPlain(word)))
    const wanted = names
      .map((word) => toPlain(word))
      .filter((word) => (word.length > 2 || shortName.test(word)) && !negations.has(word))
      .map((word) => ({ word, concept: findConcept(word) }))
    // Of `en stock` the word that is left says too little.
    if (wanted.length === 0 || (wanted.length === 1 && names.length > 1 && !isDenied))
      return undefined
    // `Pets: no` of whether they are allowed.
    const own = wanted.filter((one) => !isState(one))
    const things = own.length > 0 ? own : wanted
    known ??= listClauses(outline)
    const found = new Map<boolean, number>()
    const put = (said: boolean | undefined, line: number) => {
      if (said !== undefined && !found.has(said)) found.set(said, line)
    }
    for (const { whole, label, isSo } of known.labelled) {
      if (whole && wanted.length > 1) put(readClause(whole, wanted), label.line)
      else if (isSo !== undefined && readClause(label, things) === true) put(isSo, label.line)
    }
    for (const clause of known.clauses) {
      put(readClause(clause, wanted), clause.line)
      // `No smoking` of whether it is allowed.
      if (own.length < wanted.length && isBan(clause, own)) put(false, clause.line)
    }
    const [first] = found
    const isTurned = wanted.length < names.length && isDenied
    // What is said both ways is said of several things.
    return first && found.size === 1 ? { value: first[0] !== isTurned, line: first[1] } : undefined
  }
}

function listClauses({ pairs, lines, language }: Outline) {
  const shown = pairs.filter(({ kind }) => kind === 'shown')
  const labels = new Set(shown.map(({ label }) => label.folded))
  const labelled = shown.map(({ label, value, line }): LabelledClause => {
    const isSo = label.words.length <= labelWordsMax ? readSo(value) : undefined
    const isShort =
      toBoolean(value) === undefined && value.length <= valueLengthMax && !isLimited(value, '')
    const whole = isShort ? readWords(`${label.folded} ${value}`, line) : undefined
    return { whole, label: readWords(label.folded, line), isSo }
  })
  const clauses = lines.flatMap(({ text, kind }, line) =>
    unread.has(kind) || text.length > lineLengthMax || labels.has(readLabel(text).folded)
      ? []
      : splitClauses(text, language).map((clause) => readWords(clause, line)),
  )
  return { labelled, clauses }
}

const soWordsMax = 3
const states = ['includ', 'allow', 'requir'].flatMap((word) => findConcept(word) ?? [])
export const isState = ({ concept }: Asked): boolean => states.some((state) => state === concept)
const isThere = states.flatMap(({ same }) => same)
const isPlanned = /^(?:previst|planned|vorgesehen|voorzien|prevu|przewidzian)/

const isWhether = (word: string): boolean =>
  negations.has(word) || there.has(word) || isPlanned.test(word) || beginsWith(word, isThere)

const banned =
  /(?<!\p{L})(?:verboten|untersagt|interdit|prohibid|vietat|verboden|proibid|zabronion|förbjud|forbudt|zakáz|prohibited|forbidden|défense de)|禁止|禁煙|금지/iu
const banWordsMax = 4

/** `No pets`, `Rauchen verboten`: a denial of a thing and hardly more. */
const isBan = ({ text, words }: Clause, things: readonly Asked[]): boolean =>
  words.length <= banWordsMax &&
  things.length > 0 &&
  (negations.has(words[0] ?? '') || banned.test(text)) &&
  things.every((one) => words.some((word) => isSaid(word, one)))

/** `Yes`, `none`, `not included`, `nicht vorhanden`: words for whether, and no others. */
export function readSo(value: string): boolean | undefined {
  const said = toBoolean(value)
  if (said !== undefined || value.length > valueLengthMax || isLimited(value, '')) return said
  const { words } = readWords(value, 0)
  const isDenied = words.some((word) => negations.has(word))
  const isOnly = words.every(isWhether)
  return isOnly && words.length > 0 && words.length <= soWordsMax ? !isDenied : undefined
}

const shortName = /^(?:tv|wc)$/
const lineLengthMax = 2_000
const labelWordsMax = 4
const valueLengthMax = 30
/** Cells belong to a row and a column. */
const unread = new Set(['heading', 'cell', 'term'])

/** What costs nothing is allowed all the same. */
export const freely =
  /(?<!\p{L})(?:at no|no|without|ohne|sans|sin|senza|sem|zonder|bez|utan|uden) (?:extra |additional |further )?(?:charge|cost|fee|aufpreis|mehrkosten|kosten|frais|supplément|coste|costo|recargo|costi|supplemento|custos?|opłat|toeslag|kostnad|avgift|merpris|beregning|limits?|limitu|límites?|limite|limiti|begrenzung)(?!\p{L})/giu

const splitClauses = (text: string, language: string): readonly string[] =>
  splitSegments(text.replaceAll(freely, ' '))
    .flatMap(splitLine)
    .filter((sentence) => !isLimited(sentence, language))
    .flatMap((sentence) =>
      sentence.split(
        /[;,()，、；。（）]|(?<=\p{Lo})\. | [–—-] | (?:but|aber|mais|pero|(?<![Nn]ie )ma|maar|mas|ale|men) /u,
      ),
    )
    // A label with its value is a pair.
    .map((clause) => (sentenceLabel.test(clause) ? (clause.split(': ', 1)[0] ?? '') : clause))
    .filter((clause) => clause.length <= clauseLengthMax && !/: /.test(clause))

/** A sentence before a colon is no label. */
const sentenceLabel =
  /^[^:]{0,80}(?<!\p{L})(?:is|are|ist|sind|est|sont|es|son|è|sono|zijn|är|er) [^:]{2,80}: /iu

export interface Asked {
  readonly word: string
  readonly concept: Concept | undefined
}

function readClause(
  { text: clause, words }: Clause,
  wanted: readonly Asked[],
): boolean | undefined {
  const places: number[] = []
  let isOpposite = false
  for (const one of wanted) {
    const at = words.findIndex((word) => isSaid(word, one))
    const other = at >= 0 ? -1 : words.findIndex((word) => isOpposed(word, one))
    if (at < 0 && other < 0) return undefined
    if (other >= 0) isOpposite = true
    places.push(Math.max(at, other))
  }
  const [from, to] = [Math.min(...places), Math.max(...places)]
  if (to - from > windowMax) return undefined
  if (wanted.length === 1 && !standsAlone(words, from)) return undefined
  // Photos without a flash are allowed.
  const isOwn = (word: string, at: number) =>
    !without.has(word) || places.some((place) => place > at && place - at <= withoutReach)
  const isDenied =
    denied.test(clause) || words.some((word, at) => negations.has(word) && isOwn(word, at))
  // Free from an amount on, or free beside one that is not.
  const isPriced = quantitiesIn(clause).some(({ sign }) => sign !== undefined)
  if (isPriced && (isFree(wanted) || !isDenied || isOpposite)) return undefined
  return isDenied === isOpposite
}

const free = findConcept('free')
const isFree = (wanted: readonly Asked[]): boolean =>
  wanted.some(({ concept }) => concept !== undefined && concept === free)

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

export const isNegation = (word: string): boolean => negations.has(word)

const [stemMin, wholeMin] = [4, 6]

export function isSameStem(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  if (shorter < stemMin) return false
  if (shorter >= wholeMin && (one.startsWith(other) || other.startsWith(one))) return true
  const stem = Math.max(stemMin, shorter - 2)
  return one.slice(0, stem) === other.slice(0, stem) && Math.abs(one.length - other.length) <= 3
}

/** One word is said of the whole where it stands alone, behind `with` or behind `is`. */
function standsAlone(words: readonly string[], at: number): boolean {
  const isLess = (word: string) => articles.has(word) || negations.has(word)
  const bare = words.filter((word) => !isLess(word) && !there.has(word) && !linking.has(word))
  if (there.has(words[at + 1] ?? '')) return true
  if (bare.length <= 2 || negations.has(words[at - 1] ?? '')) return true
  const before = words.slice(Math.max(0, at - 2), at).filter((word) => !isLess(word))
  const last = before.at(-1) ?? ''
  // `The certificate of the course is sent by post`
  const isSubject =
    words.slice(0, at).every(isLess) &&
    words.slice(at + 1).some((word) => linking.has(word) || there.has(word) || negations.has(word))
  const isLast = at === words.length - 1
  // `equipped with an oven and a dishwasher`
  const back = words.slice(Math.max(0, at - 5), at)
  const isListed =
    back.some((word) => joining.has(word)) && isLast && back.some((word) => ands.has(word))
  // `is dry and clean`
  const isJoined =
    isLast &&
    ands.has(words[at - 1] ?? '') &&
    words.slice(Math.max(0, at - 4), at).some((word) => linking.has(word))
  return (
    isSubject ||
    isJoined ||
    isListed ||
    joining.has(last) ||
    (isLast && (linking.has(last) || words[at - 1] === 'in'))
  )
}
