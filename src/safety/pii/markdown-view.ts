import { addressesIn, addressesView, type AddressRange } from './addresses-view.ts'
import type { SourceViews } from './source.ts'
import { createViewBuilder } from './view.ts'

const interesting = /[\\*[\]!]/g
const punctuation = /[!-/:-@[-`{-~]/
const wordCharacter = /[\p{L}\p{N}]/u

/** Markdown without escapes and stars of emphasis, link texts on lines of their own; link targets are the addresses. */
export function markdownViews(source: string): SourceViews {
  const view = createViewBuilder(source)
  const targets: AddressRange[] = []
  const readTarget = createReadTarget(source)
  const linkStarts = findLinkStarts(source)
  let at = 0
  interesting.lastIndex = 0
  for (let found = interesting.exec(source); found; found = interesting.exec(source)) {
    const { index } = found
    if (index < at) continue
    if (found[0] === '\\' && punctuation.test(source.charAt(index + 1))) {
      view.copy(at, index)
      view.put(source.charAt(index + 1), index, index + 2)
      at = index + 2
    } else if (found[0] === '*' && !standsInWord(source, index)) {
      view.copy(at, index)
      at = index + 1
    } else if (found[0] === ']' && source.charAt(index + 1) === '(') {
      const target = readTarget(index + 2)
      if (!target) continue
      view.copy(at, index)
      view.put('\n', index, index)
      targets.push(target)
      at = target.after
    } else if (linkStarts.has(found[0] === '!' ? index + 1 : index)) {
      view.copy(at, index)
      view.put('\n', index, index)
      at = found[0] === '!' ? index + 2 : index + 1
    }
    interesting.lastIndex = Math.max(interesting.lastIndex, at)
  }
  view.copy(at, source.length)
  const addresses = [...targets, ...addressesIn(source)]
  return { text: view.finish(), addresses: addressesView(source, addresses) }
}

/** The brackets that open the text of a link. */
function findLinkStarts(source: string): ReadonlySet<number> {
  const open: number[] = []
  const starts = new Set<number>()
  for (const { 0: found, index } of source.matchAll(/\\.|[[\]]/g)) {
    if (found === '[') open.push(index)
    if (found !== ']') continue
    const start = open.pop()
    if (start !== undefined && source.charAt(index + 1) === '(') starts.add(start)
  }
  return starts
}

function standsInWord(source: string, index: number): boolean {
  let [first, last] = [index, index]
  while (first > 0 && index - first < 3 && source.charAt(first - 1) === '*') first -= 1
  while (last - index < 3 && source.charAt(last + 1) === '*') last += 1
  return wordCharacter.test(source.charAt(first - 1)) && /\d/.test(source.charAt(last + 1))
}

interface Target extends AddressRange {
  /** Behind the closing bracket, or before the title. */
  readonly after: number
}

/** Reads the target that starts at an offset. A target without an end is looked for only once. */
function createReadTarget(source: string): (start: number) => Target | undefined {
  let endlessUntil = 0
  return (start) => {
    if (start < endlessUntil) return undefined
    let depth = 0
    for (let at = start; at < source.length; at += 1) {
      const character = source.charAt(at)
      if (character === '\\') at += 1
      else if (character === '(') depth += 1
      else if (character === ')' && depth > 0) depth -= 1
      else if (character === ')') return { start, end: at, after: at + 1 }
      // The title is text.
      else if (character === ' ' && at > start) return { start, end: at, after: at }
      else if (character === '\n') break
    }
    endlessUntil = source.indexOf('\n', start)
    if (endlessUntil === -1) endlessUntil = source.length
    return undefined
  }
}
