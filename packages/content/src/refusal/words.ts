import type { PageLook } from './page-look.ts'
import { allPhrases } from './phrases/all-phrases.ts'
import { foldText, saysSo, readBeginning, type Phrases } from './phrases/phrases.ts'
import { isRefusing } from './refusing-statuses.ts'
import type { Refusal, RefusalKind, SiteResponse } from './refusal.ts'
import { isLoginUrl } from './wall-urls.ts'

/** Longer titles are those of articles. */
const nameCharsMax = 90
/** Text that only explains a title. */
const explanationCharsMax = 160
/** Text of a wall that has neither a title nor a heading of its own. */
const bareCharsMax = 250
/** Text of a page that says twice that it is a refusal. */
const repeatedCharsMax = 1_500
/** Text around a form or a button. */
const aroundFormCharsMax = 700

/** The parts of the title, and the heading, as lines. */
export const joinNames = ({ title, heading }: Pick<PageLook, 'title' | 'heading'>): string =>
  [title, ...title.split(/ [–—·•:»-] |\|/), heading]
    .filter((name, index, all) => name.length <= nameCharsMax && all.indexOf(name) === index)
    .map((name) => foldText(name).trim())
    .join('\n')

/** Whether names say that a page is a refusal of any kind. */
export const areSuspicious = (names: string): boolean =>
  allPhrases.some((phrases) => saysSo(phrases, names) || phrases.vague?.test(names) === true)

/** What a page says of one kind. */
interface Saying {
  readonly kind: RefusalKind
  readonly inName: boolean
  readonly inText: boolean
  readonly isFirst: boolean
}

/**
 * By words. A page that succeeded must say it in its title and again in its text, or have little else; a status that refuses needs no
 * more than a sentence.
 */
export function byWords(response: SiteResponse, look: PageLook): Refusal | undefined {
  const { status, url } = response
  const isRefused = isRefusing(status)
  if (status >= 300 && !isRefused && !isServerError(status)) return undefined
  if (look.isLong && !isRefused) return undefined
  const names = joinNames(look)
  if (!isRefused && hasContent(look, names)) return undefined
  const sentences = look.isLong ? [] : readBeginning(look.prose)
  const said = allPhrases
    .map((phrases) => findSaying(phrases, { look, names, sentences, isRefused }))
    .filter(({ inName, inText }) => inName || inText)
    .filter(({ kind }) => kind !== 'login_wall' || !isLoginUrl(url) || isRefused)
  if (isServerError(status) && !isRefused)
    return said.some(({ kind }) => kind === 'challenge') ? { kind: 'challenge' } : undefined
  const possible = said.filter(
    (saying) => (isRefused && saying.kind !== 'soft_404') || isWall(saying, look, said),
  )
  const [best] = possible.toSorted((one, other) => computeWeight(other) - computeWeight(one))
  return best && { kind: best.kind }
}

/** Most pages are recognised by the length of their text and by their title. */
function hasContent({ prose }: PageLook, names: string): boolean {
  const length = measureLength(prose)
  return length > repeatedCharsMax || (length > bareCharsMax && !areSuspicious(names))
}

const isServerError = (status: number) => status >= 500

const computeWeight = ({ inName, inText }: Saying) => Number(inName) * 2 + Number(inText)

/** Denials speak to the visitor, or of addresses and security; reports about denials do not. */
const addressed =
  /\b(?:you|your|we|our)\b|\bihre?\S?\b|\bsie\b|\bdein|\bvotre|\bvos\b|\bvous\b|\bnotre\b|\bsus?\b|\btus?\b|\bseu|\bsua|\bvoce|\btu[oa]\b|\buw\b|\bje\b|\bjouw|\btwoj|ваш|\biniz\b|iginiz|\bdin\b|\bditt|お客様|您|\bip\b|firewall|security|sicherheit|seguridad|seguranca|sicurezza|securite|beveiliging|bezpiecz|безопас|защит|guvenlik|sakerhet|sikkerhed|セキュリティ|防火墙|보안|website|this (?:page|site)|requestid/

interface Said {
  readonly look: PageLook
  readonly names: string
  readonly sentences: readonly string[]
  readonly isRefused: boolean
}

function findSaying(phrases: Phrases, { look, names, sentences, isRefused }: Said): Saying {
  const { kind, vague } = phrases
  const counts = (sentence: string) => kind !== 'block' || isRefused || addressed.test(sentence)
  const inLines = (lines: readonly string[]) =>
    saysSo(phrases, lines.join('\n')) && lines.some((line) => saysSo(phrases, line) && counts(line))
  const isVague = vague?.test(names) === true && (isRefused || isAnswerable(kind, look))
  return {
    kind,
    inName: saysSo(phrases, names) || isVague,
    inText: inLines(sentences),
    isFirst: inLines(sentences.slice(0, 2)),
  }
}

/** Whether a page that succeeded is a wall: most pages that say such words have much else to say. */
function isWall(saying: Saying, look: PageLook, said: readonly Saying[]): boolean {
  const { kind, inName, isFirst } = saying
  const length = measureLength(look.prose)
  const isRepeated = said.some(({ inText }) => inText)
  if (inName && isRepeated && length <= repeatedCharsMax) return true
  if (inName && isAnswerable(kind, look) && length <= aroundFormCharsMax) return true
  if (inName && length <= explanationCharsMax) return true
  if (!isFirst || length > bareCharsMax) return false
  return kind !== 'login_wall' || look.hasPassword || length <= explanationCharsMax
}

/** Whether a page has what a visitor needs to get past it. */
function isAnswerable(kind: RefusalKind, look: PageLook): boolean {
  if (kind === 'login_wall') return look.hasPassword
  if (kind === 'consent_wall') return look.buttons > 0 && look.links <= 10
  if (kind !== 'challenge') return false
  return look.fields <= 1 && (look.scripts !== '' || look.hasScriptFiles || look.buttons > 0)
}

/** Chinese, Japanese and Korean say the same with half the characters. */
const measureLength = (text: string): number =>
  text.length + (text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0)
