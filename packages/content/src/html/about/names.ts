import { textContent } from 'domutils'
import { parseDocument } from 'htmlparser2'
import { oneLine } from '#content/html/walk.ts'

/** What stands before a name, perhaps with a word before that: `Post author By`. */
const prefix =
  /^(?:post author\s+)?(?:(?:written|posted|published|reviewed|story|text|words|article|reporting|interview|created|geschrieben|veröffentlicht|verfasst|erstellt|ein beitrag|ein artikel|artikel|beitrag|publié|rédigé|escrito|publicado)\s+(?:by|von|durch|par|por)|by|von|par|por|di|door|av|af|przez|autor(?:in|en)?|author|auteur|text|interview|pressemitteilung von|zeige alle beiträge von|alle beiträge von|view all posts by|posts by|verfasst von|verfasser(?:in)?|escrito por|written by|posted by)\s*[:：]?\s+/i
const label =
  /^(?:autor(?:in|en|innen)?|authors?|auteurs?|autore|autora|von|by|text|escrito por|redaktion|verfasser(?:in)?)\s*[:：]\s*/i
/** Text that may follow a name. */
const suffix =
  /\||•|·|–|—|\/\/|\(|\s-\s|\son\s|\sam\s|\sat\s|\sin\s|\sfor\s|\s(?:op|le|il|el|den|dnia)\s\d|\bveröffentlicht|\bpublished|\bposted|\bupdated|\baktualisiert|\bstand\b|\bfollow\b|\blast updated|\s(?:senior|staff|content|head|chief|(?:co-)?founder|writer|editor|director|manager|contributor|reviewed|fact checked|marketing|correspondent|reporter|journalist)\b|\bsponsored\b|\d{1,2}(?:st|nd|rd|th)?\s(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)\.?\s\d|\bview\b|@|\d{1,2}[.:/]\d|(?:19|20)\d\d\b|(?<![\p{L}\d])\d{1,2}\.\s?\p{L}|(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|(?:january|february|march|april|may|june|july|august|september|october|november|december)\s\d/iu
const between = / ?(?:[,;]| & | und | and | et | y | e | en | i | \/ ) ?/i
/** Degrees and similar suffixes after a comma, which are not names. */
const title = /^(?:ph\.?\s?d\.?|m\.?d\.?|jr\.?|sr\.?|esq\.?|mba|rn|dds|msc|bsc|ma|ba|cpa|rd|iii?)$/i
const nobody =
  /^(?:admin|administrator|webmaster|guest|user|author|autor|anonymous|unknown|none|null|undefined|root|test|home|more|share|comments?|follow|www|n\/a|datum|date|the author|topic author|topic starter|thread starter|original poster|by|as|written by|posted by|sign in|read more|profile|about|contact|login|website|view all posts.*|all posts.*|alle beiträge.*|see all.*)$/i

const office =
  /\b(?:redaktion|redaktionsteam|redaction|rédaction|redacción|redazione|redactie|editors?|editorial|staff|team|newsroom|verlag|verband|verein|e\.? ?v\.?|gmbh|ag|inc|llc|ltd|co\. kg|presse|pressestelle|agency|agentur|news|organisation|organization|foundation|stiftung|institut|institute|university|universität|group|media)(?:$|[\s.,])|redaktion$/i

/** Whether a name is one of a group of people rather than of a person. */
export const isOffice = (name: string): boolean => office.test(name)

/** The names in a text such as `By Ada Lovelace and Grace Hopper`. */
export function namesIn(text: string): string[] {
  let rest = oneLine(withoutEntities(text))
  if (/^(?:https?:|www\.)|\shttps?:/.test(rest)) return []
  rest = rest.replace(label, '')
  rest = rest.replace(prefix, '').replace(prefix, '')
  const end = rest.search(suffix)
  if (end >= 0) rest = rest.slice(0, end)
  const names = rest
    .split(between)
    .map(withoutSigns)
    .filter((name) => isName(name))
  const [first = ''] = names
  return /\p{Ll} \p{L}|\p{Ll}$/u.test(first) ? names.filter((name) => !degree.test(name)) : names
}

/** Capital letters behind a name: `Ada Lovelace, MS, FAND`. */
const degree = /^[A-Z]{2,6}$/

/** Structured data are sometimes written as if they were HTML. */
const withoutEntities = (text: string): string =>
  /&#?\w+;/.test(text) ? textContent(parseDocument(text)) : text

const dayName =
  /^(?:mon|tue|wed|thu|fri|sat|sun|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?:day|sday|nesday|rsday|urday)?\.?$/i
const signs = new Set(' "\'“”«».:,-')

function withoutSigns(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && signs.has(text.charAt(from))) from++
  while (from < to && text.charAt(to - 1) !== '.' && signs.has(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

const nameLengthMax = 60
const nameWordsMax = 6

/** Variables of templates, ends of sentences, and accounts of the operator. */
const notOfPeople = /^[a-z]{1,30}(?:\.[a-z]{1,30}){2}|\p{Ll}{4}\. |\badmin$/iu

function isName(name: string): boolean {
  if (name.length < 2 || name.length > nameLengthMax || !/\p{L}/u.test(name)) return false
  if (
    /https?:|www\.|@|[<>{}=_#:]/.test(name) ||
    notOfPeople.test(name) ||
    title.test(name) ||
    nobody.test(name) ||
    dayName.test(name)
  )
    return false
  return name.split(' ').length <= nameWordsMax && !/\d{3}/.test(name) && !/[!?]$/.test(name)
}
