import { isTag, type Element } from 'domhandler'
import { readText } from '#content/html/walk.ts'
import { isOfOtherArticle, isOutsideArticle } from './evidence.ts'
import { isMonth } from './iso-date.ts'
import type { ShortText } from './short-texts.ts'

/** Words that stand beside the date of a page. */
const label =
  /^(?:published|posted|publish|publication|date|dated|created|written|added|updated|modified|edited|last|first|released?|issued|on|at|by|in|the|of|st|nd|rd|th|am|pm|utc|gmt|est|edt|pst|pdt|cet|cest|min|mins|minutes?|read|reading|time|veröffentlicht|publiziert|erschienen|erstellt|datum|stand|zuletzt|aktualisiert|geändert|bearbeitet|von|vom|um|uhr|publié|mis|mise|à|jour|le|par|publicado|publicada|actualizado|fecha|el|de|del|por|pubblicato|aggiornato|data|il|gepubliceerd|geplaatst|bijgewerkt|op|door|opublikowano|dodano|дата|опубликовано|обновлено)$/iu
/** Words beside dates of something else: an offer, an event, a member. */
const other =
  /^(?:offers?|sale|sales|prices?|valid|ends?|expires?|until|till|deadline|starts?|starting|begins?|since|member|joined|active|log(?:in|ged)|visit(?:ed)?|seen|online|deadline|due|next|upcoming|scheduled|effective|expected|founded|established|built|open(?:s|ing|ed)?|clos(?:es|ing|ed)|launch(?:es|ing)?|available|arriv(?:es|al)|depart(?:s|ure)|check|frist|fällig|nächste[rsn]?|gegründet|eröffnung|ab|prochaine?|fondée?|próxim[oa]|fundad[oa]|born|died|releases|theaters?|kinostart|gültig|beginn|ende|expira|válid[oa]|versions?|v)$/iu
const dayName =
  /^(?:mon|tue|wed|thu|fri|sat|sun)(?:day|s|sday|nesday|rs|rsday|urday)?$|^(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|mo|di|mi|do|fr|sa|so|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo)$/iu
/** What shows code or quotes, or lists values, has dates of its own. */
const quotes = new Set(['pre', 'code', 'samp', 'kbd', 'dd', 'dt', 'td', 'th', 'blockquote'])

/** What introduces the date of publication wherever it stands, and what a date of the last change. */
const publishing =
  /^\W*(?:first )?(?:published|posted|veröffentlicht|publiziert|erschienen|pressemitteilung vom|publié|mis en ligne|publicado|publicada|pubblicato|gepubliceerd|geplaatst|opublikowano|опубликовано)/iu
const changing =
  /(?:updated|modified|edited|revised|reviewed|aktualisiert|geändert|mise? à jour|actualizado|aggiornato|bijgewerkt|обновлено|stand:)/iu

/** Texts between the title and a date: directly below it a date may have some words beside it, farther away only a label. */
const nearMax = 5
const farMax = 25

/** Whether a text of the page says when it was published, such as `Posted on 2 May 2024 by Ada Lovelace` below the title. */
export function isDateline({ text, element, distance }: ShortText): boolean {
  if (isQuoted(element) || isOfVersion(text, element) || inName.test(text) || isOfLog(text))
    return false
  if (isOfOtherName(text)) return false
  const beside = wordsBeside(text)
  if (sentenceEnd.test(text) && beside > (publishing.test(text) ? 2 : 0)) return false
  if (distance <= nearMax) return beside <= 8 && !isOfOtherArticle(element)
  const isOwn = !isOutsideArticle(element)
  if (publishing.test(text)) return beside <= 1 && isOwn
  return distance <= farMax && beside <= 3 && isOwn
}

const lastChange =
  /^\W{0,5}(?:(?:page |article )?last (?:updated|modified|edited|changed|reviewed)|zuletzt (?:aktualisiert|geändert|bearbeitet)|dernière (?:mise à jour|modification)|última (?:actualización|modificación|atualização|edição)|ultim[ao] (?:aggiornamento|modifica)|laatst (?:bijgewerkt|gewijzigd)|ostatnia (?:aktualizacja|zmiana)|последнее (?:обновление|изменение)|最終更新|最后更新|最后修改)/iu
const introductionLengthMax = 60

/** Whether the words before a date say that it is of the last change, and it stands below a text: `Last updated on`. */
export function isBelowAsChange(element: Element, all: readonly Element[]): boolean {
  const { parent } = element
  if (!saysChanged(element) && !(parent && isTag(parent) && saysChanged(parent))) return false
  for (const one of all) {
    if (one === element) return false
    if (one.name === 'p' && readText(one, { lengthMax: proseLengthMin }).length >= proseLengthMin)
      return true
  }
  return false
}

const proseLengthMin = 100

const saysChanged = (element: Element): boolean =>
  lastChange.test(readText(element, { lengthMax: introductionLengthMax }))

const sentenceEnd = /\p{L}\.$|\d{4}\.$/u
const version = /(?<![\d.])(?:v\d{1,4}(?:\.\d{1,4}){1,3}|\d{1,4}(?:\.\d{1,4}){2,3})(?![\d.])/i
const year = /(?<![\d.])(?:19|20)\d\d(?![\d.])/
const headings = new Set(['h2', 'h3', 'h4', 'h5', 'h6'])

/** Whether the date is that of a version: `2.1.0 (2024-05-02)`, or the number of one in a heading. */
const isOfVersion = (text: string, { name }: Element): boolean =>
  (version.test(text) && year.test(text.replace(version, ''))) ||
  (headings.has(name) && /(?<![\d.])\d{1,3}\.\d{1,3}(?![\d.])/.test(text))

const afterName = /(?<=\p{L}\)?)[:=] {0,3}(?:\p{L}{2,12}[.,]? )?\d/u

/** Whether a date is the value of a name that is no word for its publication: `mtime: 2024-05-02`. */
function isOfOtherName(text: string): boolean {
  const name = text
    .slice(0, Math.max(0, text.search(afterName)))
    .match(/\p{L}+/gu)
    ?.at(-1)
  return name !== undefined && !label.test(name) && !publishing.test(text)
}

/** A date in the name of a file or in an address. */
const inName = /[\p{L}\d]_?[-_/](?:19|20)\d\d-\d\d-\d\d|(?:19|20)\d\d-\d\d-\d\d(?:[_/]|\.\p{L})/u

/** Whether a text is a line of a log: it begins with a time to the second, and words follow. */
const isOfLog = (text: string): boolean =>
  /^\W{0,3}\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S{0,12}\s.{0,40}\p{L}/u.test(text)

/** Whether a text says when the page was changed last: `Last updated: 2 May 2024`. */
export const isChangeLine = ({ text, element }: ShortText): boolean =>
  changing.test(text) && wordsBeside(text) <= 1 && !isQuoted(element)

/** How many words a text has that do not belong to its date; infinite for a date of something else, or a period. */
export function wordsBeside(text: string): number {
  const years = text.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g)?.length ?? 0
  if (years > 1 && !changing.test(text)) return Infinity
  const words = text.match(/\p{L}+/gu) ?? []
  if (words.some((word) => other.test(word))) return Infinity
  return words.filter((word) => !label.test(word) && !dayName.test(word) && !isMonth(word)).length
}

const levelsMax = 4
const blocks = new Set(['p', 'li'])
/** A longer paragraph mentions dates in its sentences. */
const blockLengthMax = 200

/** Whether an element stands in code, in a list of values, or in a long paragraph. */
export function isQuoted(element: Element): boolean {
  if (element.children.some((child) => isTag(child) && quotes.has(child.name))) return true
  let at: Element | null = element
  for (let level = 0; at && level < levelsMax; level++) {
    const { name, parent }: Element = at
    if (quotes.has(name)) return true
    if (blocks.has(name) && readText(at, { lengthMax: 2 * blockLengthMax }).length > blockLengthMax)
      return true
    at = parent && isTag(parent) ? parent : null
  }
  return false
}
