/** Rolling hashes of words, so that strings are created only for words that are likely to be known. */
export const hashMask = 4_095

export const nextHash = (hash: number, code: number): number => (Math.imul(hash, 31) + code) | 0

export function hashOf(word: string): number {
  let hash = 0
  for (let index = 0; index < word.length; index++) hash = nextHash(hash, word.charCodeAt(index))
  return hash
}
