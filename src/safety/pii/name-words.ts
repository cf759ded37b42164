const wordCharacter = /[\p{L}\p{M}'’-]/u
const wordAfter =
  /(?:\p{Lu}[\p{L}\p{M}'’-]{0,30}|de|del|della|di|la|las|los|le|du|des|da|do|dos)(?![\p{L}\p{M}])\.?/uy
const wordLengthMax = 33

/** Where up to `wordsMax` capitalised words start that end at `end`, single spaces between them; `end` without any. */
export function startOfWords(text: string, end: number, wordsMax: number): number {
  let start = end
  for (let words = 0; words < wordsMax; words += 1) {
    const at = words > 0 && isSpace(text, start - 1) ? start - 1 : start
    if (words > 0 && at === start) break
    const found = startOfWord(text, at)
    if (found === undefined) break
    start = found
  }
  return start
}

/** Where the capitalised word starts that ends at `end`, maybe with a point. */
function startOfWord(text: string, end: number): number | undefined {
  let start = text.charAt(end - 1) === '.' ? end - 1 : end
  const last = start
  while (start > 0 && last - start < wordLengthMax && wordCharacter.test(text.charAt(start - 1)))
    start -= 1
  const isWord = start < last && /\p{Lu}/u.test(text.charAt(start))
  return isWord && !/\d/.test(text.charAt(start - 1)) ? start : undefined
}

/** Where up to `wordsMax` capitalised words and particles end that start at `start`; `start` without any. */
export function endOfWords(text: string, start: number, wordsMax: number): number {
  let end = start
  for (let words = 0; words < wordsMax; words += 1) {
    const at = words > 0 && isSpace(text, end) ? end + 1 : end
    if (words > 0 && at === end) break
    wordAfter.lastIndex = at
    const found = wordAfter.exec(text)?.[0]
    if (found === undefined) break
    end = at + found.length
  }
  return end
}

const isSpace = (text: string, index: number) => /^[ \u00a0]$/.test(text.charAt(index))
