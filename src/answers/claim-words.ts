import { writeDigits } from '#content/fill/spelled-numbers.ts'

/** Function words that change what a sentence claims, in the languages that pages are mostly written in. */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

const denials = words(
  'not no never none nobody nothing neither nor cannot without ' +
    'nicht kein keine keinen keinem keiner nie niemals niemand nichts ohne weder ' +
    'pas jamais aucun aucune sans personne ni nunca ningún ninguna ninguno sin nadie nada tampoco ' +
    'non mai nessun nessuno nessuna senza não nenhum nenhuma sem ninguém ' +
    'niet geen nooit niemand zonder nie bez żaden nigdy nikt inte ingen inget aldrig utan ikke aldri uden uten intet',
)

/** What is said with one of these is denied with the others. */
const prohibitions = words(
  'forbidden prohibited banned disallowed closed unavailable verboten untersagt geschlossen interdit interdite interdits ' +
    'fermé fermée prohibido prohibida cerrado cerrada vietato vietata chiuso chiusa proibido proibida fechado fechada ' +
    'verboden gesloten zabronione zabroniony zamknięte förbjudet stängt forbudt lukket stengt',
)

const limits = words(
  'only solely exclusively unless except nur ausschließlich außer lediglich seulement uniquement sauf excepté ' +
    'solo sólo solamente únicamente salvo excepto soltanto solamente tranne eccetto alleen uitsluitend behalve ' +
    'somente apenas exceto tylko oprócz endast bara utom kun unntatt undtagen',
)
const totals = words(
  'all every everyone everybody everything always alle alles jede jeder jedes jeden immer stets tous toutes tout chaque toujours ' +
    'todos todas cada siempre sempre tutti tutte ogni qualsiasi iedere iedereen altijd elke tudo wszyscy wszystkie zawsze każdy ' +
    'alla alltid varje altid alltid hver',
)

/** What a clause says beside its words. */
export interface Stance {
  readonly isDenied: boolean
  readonly isLimited: boolean
  readonly isTotal: boolean
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? []

/** Reads the stance of a clause: two denials cancel each other. */
export function readStance(clause: string): Stance {
  const said = wordsIn(clause)
  const denied = said.filter((word) => denials.has(word) || prohibitions.has(word)).length
  return {
    isDenied: denied % 2 === 1,
    isLimited: said.some((word) => limits.has(word)),
    isTotal: said.some((word) => totals.has(word)),
  }
}

/** Whether a word denies, which is then no word that must stand on the page. */
export const isDenial = (word: string): boolean => denials.has(word) || prohibitions.has(word)

export type Bound = 'less' | 'more' | undefined

const lessBefore =
  /(?<!\p{L})(?:under|below|less than|fewer than|up to|at most|not more than|no more than|maximum(?: of)?|max\.?|before|until|unter|weniger als|bis zu|höchstens|maximal|vor|moins de|jusqu['’]à|au plus|maximum de|avant|menos de|hasta|como máximo|antes de(?:l)?|meno di|fino a|al massimo|prima del?|minder dan|maximaal|hoogstens|voor|até|no máximo|antes|mniej niż|poniżej|najwyżej|mindre än|högst|upp till|under|färre än|mindre end|mindre enn|højst|høyst|op til|opp til)\W{0,3}$/iu
const moreBefore =
  /(?<!\p{L})(?:over|above|more than|at least|from|starting at|minimum(?: of)?|min\.|after|since|über|mehr als|mindestens|ab|nach|seit|plus de|au moins|à partir de|dès|après|depuis|más de|al menos|desde|a partir de|después de(?:l)?|più di|almeno|oltre|a partire da|dopo|meer dan|minstens|vanaf|mais de|pelo menos|depois de|ponad|powyżej|co najmniej|więcej niż|mer än|minst|över|från|mere end|mer enn|mindst|minst|fra)\W{0,3}$/iu
const lessBehind =
  /^\W{0,3}(?:or (?:less|fewer|under|younger)|oder weniger|ou moins|o menos|o meno)(?!\p{L})/iu
const moreBehind =
  /^(?:\+|\W{0,3}(?:or (?:more|over|older)|oder mehr|ou plus|o más|o più|eller mer)(?!\p{L}))/iu
const rangeBehind =
  /^[^\d.;]{0,12}(?:[-–—]|(?<!\p{L})(?:to|until|till|and|bis|und|à|au|et|al|a|y|e|tot|en|do|até|till|til|og|och)(?!\p{L}))[^\d.;]{0,8}\d/iu
const rangeBefore =
  /\d[^\d.;]{0,12}(?:[-–—]|(?<!\p{L})(?:to|until|till|and|bis|und|à|au|et|al|a|y|e|tot|en|do|até|til|og|och)(?!\p{L}))[^\d.;]{0,8}$/iu
const lookLength = 24

/** Whether what stands around a number makes it a bound: `under 10`, `5 or more`. Ends of ranges are none. */
export function readBound(text: string, start: number, end: number): Bound {
  const before = text.slice(Math.max(0, start - lookLength), start)
  const behind = text.slice(end, end + lookLength)
  if (lessBehind.test(behind)) return 'less'
  if (moreBehind.test(behind)) return 'more'
  if (rangeBehind.test(behind) || rangeBefore.test(before)) return undefined
  if (lessBefore.test(before)) return 'less'
  return moreBefore.test(before) ? 'more' : undefined
}

/** A text with the numbers that it spells out as digits, and without contractions: `under six` is `under 6`, `isn't` `is not`. */
export const writePlainly = (text: string): string =>
  writeDigits(text)
    .replaceAll(/(?<!\p{L})(?:can|won)['’]t(?!\p{L})/giu, 'can not')
    .replaceAll(/n['’]t(?!\p{L})/giu, ' not')
