/** Rolling hashes of words, so that strings are created only for words that are likely to be known. */
export const hashMask = 16_383

export const nextHash = (hash: number, code: number): number => (Math.imul(hash, 31) + code) | 0

export function hashWord(word: string): number {
  let hash = 0
  for (let index = 0; index < word.length; index++) hash = nextHash(hash, word.charCodeAt(index))
  return hash
}

/** Cached class of each character: unknown, word, other. */
const characters = new Uint8Array(1 << 16)
const wordCharacter = /[\p{L}\p{N}]/u

export function isWordCharacter(code: number): boolean {
  if (characters[code] === 0) {
    characters[code] = wordCharacter.test(String.fromCharCode(code)) ? 1 : 2
  }
  return characters[code] === 1
}
