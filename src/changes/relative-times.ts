import { removeAll } from './moment-words.ts'
import { agoPhrases, agoWords, readTimeWords } from './time-words.ts'

/** Words that stand for a number. */
const amounts = new Set(
  'a an one few some ein einer einem eine une un una uno um uma een en ett et wenigen quelques unos unas pocos pochi alcuni alguns'.split(
    ' ',
  ),
)

/** How long ago something was where no spaces separate words, and words for yesterday and for this moment. */
const passing = [
  /\d{1,4} ?(?:秒|分|時間|日|週間|[かヶカケ]月|年)前|たった今|さきほど/giu,
  /\d{1,4} ?(?:秒钟?|分钟|分鐘|个?小时|個?小時|天|周|週|个?星期|個?星期|个月|個月|年)(?:之?前|以前)|刚刚|剛剛|昨天/giu,
  /\d{1,4} ?(?:초|분|시간|일|주|개월|달|년) ?전|방금|어제/giu,
  /\d{1,4} ?(?:วินาที|นาที|ชั่วโมง|วัน|สัปดาห์|เดือน|ปี)(?:ที่แล้ว|ก่อน)/giu,
  /(?<![\p{L}\p{M}])(?:gerade eben|soeben|gestern|vorgestern|hier|ayer|ontem|ieri|gisteren|wczoraj|včera|вчера|вчора|только что|щойно|igår|i går|dün)(?![\p{L}\p{M}])/giu,
]
export const passingPatterns = passing

/** Removes `3 hours ago` in all languages, and `yesterday` in other languages than English. */
export const withoutRelativeTimes = (text: string): string =>
  removeAll(passing, withoutPhrases(text))

interface Token {
  readonly from: number
  readonly to: number
  /** The word in lower case, or `#` for a number. */
  readonly word: string
}

const part = /[\p{L}\p{M}]+|\d+|[^\s\p{L}\p{M}\d.'’]/gu

const readTokens = (text: string): Token[] =>
  Array.from(text.matchAll(part), ({ 0: value, index }) => {
    const word = /\d/.test(value) ? '#' : value.toLowerCase()
    return { from: index, to: index + value.length, word }
  })

const wordsMax = 5

/** Removes the longest phrases; between the words and the number of one may stand an adverb: `vor etwa 3 Stunden`. */
function withoutPhrases(text: string): string {
  readTimeWords().toArray()
  const tokens = readTokens(text)
  if (!tokens.some(({ word }) => agoWords.has(word))) return text
  let [rest, copied] = ['', 0]
  for (let at = 0; at < tokens.length; at += 1) {
    const count = countOfPhrase(tokens, at)
    const [first, last] = [tokens[at], tokens[at + count - 1]]
    if (!first || !last || count === 0) continue
    rest += text.slice(copied, first.from)
    copied = last.to
    at += count - 1
  }
  return rest + text.slice(copied)
}

/** How many tokens the longest phrase has that begins with this one. */
function countOfPhrase(tokens: readonly Token[], at: number): number {
  for (let count = Math.min(wordsMax + 1, tokens.length - at); count > 1; count -= 1)
    if (isPhrase(tokens.slice(at, at + count).map(({ word }) => word))) return count
  return 0
}

const isPhrase = (words: readonly string[]): boolean =>
  agoPhrases.has(words.join(' ')) ||
  words.some((word, at) => {
    if (word !== '#' && !amounts.has(word)) return false
    const numbered = words.with(at, '#')
    return (
      agoPhrases.has(numbered.join(' ')) ||
      (at > 1 && agoPhrases.has(numbered.toSpliced(at - 1, 1).join(' ')))
    )
  })
