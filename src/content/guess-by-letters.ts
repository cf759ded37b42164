/**
 * Single-byte encodings of non-Latin alphabets, and the most frequent letters
 * of their texts.
 */
const frequentLetters: Readonly<Record<string, string>> = {
  'windows-1251': 'оеаинтсрвлкмдпу',
  'koi8-r': 'оеаинтсрвлкмдпу',
  'windows-1253': 'αοιετσνηυρπκμλς',
  'windows-1255': 'יוהלאמרבתשנדחעק',
}

const foreign = /[^\s\0-\x7F]/g
/** Words of a non-Latin alphabet; in Latin texts only single letters are not ASCII. */
const words = /[^\s\0-\x7F]{3,}/g

const inWordsMin = 0.5
const frequentMin = 0.4

/**
 * The encoding in which a text without a declaration has the letter frequencies of its language; undefined when none fits.
 * Browsers guess similarly, so that both engines return the same text.
 */
export function guessByLetters(sample: Uint8Array): string | undefined {
  const shares = Object.entries(frequentLetters).map(([encoding, letters]) => {
    const text = textIn(encoding, sample)
    return { encoding, share: text === undefined ? 0 : shareOf(text, letters) }
  })
  const best = shares.reduce((one, other) => (other.share > one.share ? other : one))
  return best.share >= frequentMin ? best.encoding : undefined
}

/** Undefined when bytes are unassigned in this encoding. */
function textIn(encoding: string, sample: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(sample)
  } catch {
    return undefined
  }
}

function shareOf(text: string, letters: string): number {
  const all = text.match(foreign)?.length ?? 0
  const inWords = (text.match(words) ?? []).join('')
  if (all === 0 || inWords.length < inWordsMin * all) return 0
  let frequent = 0
  for (const letter of inWords) if (letters.includes(letter)) frequent += 1
  return frequent / inWords.length
}
