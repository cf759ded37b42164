import type { Span } from './entities.ts'
import { startOfWords } from './name-words.ts'

const wordsMax = 4

/** The name that starts at a position of a text: its end and its words, without particles and initials. */
interface Name {
  readonly end: number
  readonly words: readonly string[]
}

const nameWord =
  /\p{Lu}(?:\p{Ll}|\p{Lu}|\p{M}|['’-](?=\p{L})){1,30}(?![\p{L}\d])|\p{Lu}\.(?=[ \u00a0-]?\p{Lu})|\p{Lu}(?=[ \u00a0]\p{Lu}\p{Ll})/uy
const particle =
  /(?:de la|de los|van der|van den|von der|de|del|della|da|dos|do|di|du|van|von|zu|zur|ter|ten|bin|ibn|al|el|la|le)[ \u00a0](?=\p{Lu})/uy

/** Reads up to four capitalised words with single spaces between them. */
function nameAt(text: string, start: number): Name | undefined {
  const words: string[] = []
  let [at, end] = [start, start]
  for (let count = 0; count < wordsMax; count += 1) {
    if (words.length > 0) {
      particle.lastIndex = at
      at += particle.exec(text)?.[0].length ?? 0
    }
    nameWord.lastIndex = at
    const found = nameWord.exec(text)?.[0]
    if (found === undefined || notInNames.has(found.toLowerCase())) break
    if (found.length > 2) words.push(found)
    at += found.length
    if (found.length > 2) end = at
    if (!/[ \u00a0]/.test(text.charAt(at))) {
      if (!found.endsWith('.')) break
    } else at += 1
  }
  return words.length > 0 ? { end, words } : undefined
}

const title =
  /(?<![\p{L}\d&-])(?:Mr|Mrs|Ms|Mx|Dr|Prof|Professor|Herrn?|Frau|Monsieur|Madame|Mme|Mlle|Señora?|Sra|Signora?|Dott|Dhr|Mevr|Pani|г-н|г-жа)\.?\s{1,2}(?=\p{Lu})/gu
/** Words after which a name comes, in the languages of most pages. */
const introduction =
  /(?<![\p{L}\d])(?:[Mm]y name is|[Mm]y name's|[Nn]ame is|[Ii] am called|ich heiße|[Mm]ein Name ist|je m'appelle|me llamo|mi chiamo|(?:Full |First |Last |Contact |Customer |Patient |Author )?Name:|[Aa]uthors?:|[Aa]utore?:|[Aa]uteur:|[Cc]ontact:|[Ww]ritten by|[Pp]osted by|[Pp]hoto(?:graph)? by|[Rr]eviewed by|[Ee]dited by|[Ss]incerely,?|[Rr]egards,?|[Yy]ours truly,?|[Mm]it freundlichen Grüßen,?|[Cc]ordialement,?|[Aa]tentamente,?|[Dd]ear|[Aa]ttn\.?:?|[Aa]ttention:)\s{1,2}(?=\p{Lu})/gu
/** A byline has its line for itself. */
const byline =
  /(?<=^[#>*_| -]{0,6})(?:[Bb]y|BY|[Vv]on|[Pp]ar|[Pp]or|[Dd]i|[Dd]oor|[Aa]v|Автор:?)\s{1,2}(?=\p{Lu})/gmu

/** Names behind a title, an introduction, a greeting, or in a byline. */
export function findIntroducedNames(text: string): Span[] {
  const spans: Span[] = []
  const add = (start: number, name: Name | undefined) => {
    if (name) spans.push({ entity: 'PERSON', start, end: name.end })
  }
  for (const pattern of [title, introduction]) {
    for (const { 0: cue, index } of text.matchAll(pattern)) {
      const start = index + cue.length
      const name = nameAt(text, start)
      if (name && isPersonal(text, name) && !isDrive(text, index)) add(start, name)
    }
  }
  for (const { 0: cue, index } of text.matchAll(byline)) {
    const start = index + cue.length
    const name = nameAt(text, start)
    if (name && name.words.length >= 2 && endsByline(text, name.end) && isPersonal(text, name))
      add(start, name)
  }
  return spans
}

/** `801 Portola Dr. Suite 108` */
function isDrive(text: string, index: number): boolean {
  if (text.charAt(index) !== 'D') return false
  const street = startOfWords(text, index - 1, 3)
  return street < index - 1 && /\d\s$/.test(text.slice(Math.max(0, street - 2), street))
}

const endsByline = (text: string, end: number) =>
  /^\s{0,2}(?:$|\n|[,|•·–—-]|\(|and |on |in |for |\d)/.test(text.slice(end, end + 8))

/** A company, a team or a thing has another word at its end. */
const isPersonal = (text: string, { words, end }: Name) =>
  !words.some((word) => impersonal.has(word.toLowerCase())) &&
  !/^(?:::|\(|,? (?:Inc|LLC|Ltd|GmbH|Corp|Co|AG|SA|BV|plc)\b|['’]s \p{Lu}| & )/u.test(
    text.slice(end, end + 8),
  )

export const impersonal = new Set(
  'inc llc ltd gmbh corp corporation company group media news team staff editors editor editorial board studio studios university college school institute department center centre association foundation society council committee ministry agency bank hotel press times post journal magazine network support service services customer customers sales office club church hospital museum store shop sir madam everyone reader readers friends colleagues students parents doctors patients members users guests team investors shareholders neighbors mom dad diary all hiring manager recruiter street road avenue design designs decor furniture renovation renovations nation republic science sciences engineering case cases solutions systems industries brands anonymous yours'.split(
    ' ',
  ),
)

/** Capitalised words that begin sentences and headings, or name days, months, languages and roles. */
const notInNames = new Set(
  'the this that these those there here what when where which who how why please could would should can are you your our for and but not all monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december english french german spanish italian we they he she it my in on at to from with as if is am do does did has have had was were no yes hi hello dear thanks thank regards phone email e-mail mobile fax address date time posted published updated share read more home about contact subscribe sign log use taken senior chief vice president director officer ceo cto cfo founder editor professor reporter writer author'.split(
    ' ',
  ),
)
