import { isSupported } from '#answers/supports.ts'
import { isList, isObject } from '#base/json-values.ts'
import type { RunScope } from './run-scope.ts'
import type { SourceText } from './sources.ts'

/** A source as results name it. */
export interface NamedSource {
  readonly url: string
  readonly title: string
}

/** An answer in words, the numbers of the sources that a model names for it, and what it quotes from them. */
interface NamedAnswer {
  readonly answer: string
  readonly sources: readonly number[]
  readonly quotes?: readonly { readonly source: number; readonly words: string }[] | undefined
}

type Parts = Pick<RunScope, 'sources' | 'call'>
type ComparingParts = Parts & Pick<RunScope, 'run' | 'pageWork'>

const sourcesMax = 100
const valuesMax = 500

/** Those of the sources that a model names for an answer which state some of it. */
export async function sourcesOfAnswer(
  scope: Parts,
  { answer, sources: numbers, quotes = [] }: NamedAnswer,
): Promise<NamedSource[]> {
  const named = [...new Set([...numbers, ...quotes.map(({ source }) => source)])]
  return filtered(scope, named, (source) => {
    const own = quotes.filter((quote) => quote.source === source.number)
    const claimed = { answer, quotes: own.map(({ words }) => words) }
    return isSupported(claimed, writeText(source), scope.call.signal)
  })
}

/** Those of the sources which hold a value of the data; all when the data have no value that a page can hold. */
export async function sourcesOfData(
  scope: ComparingParts,
  data: unknown,
  numbers: readonly number[],
): Promise<NamedSource[]> {
  const values = listValues(data).slice(0, valuesMax)
  const caller = { teamId: scope.run.teamId, signal: scope.call.signal }
  return filtered(scope, [...new Set(numbers)], async (source) => {
    if (values.length === 0) return true
    const stated = { markdown: writeText(source), text: '', facts: { facts: [], lists: [] } }
    return (await scope.pageWork.run('find', { values, stated }, caller)).includes('found')
  })
}

const writeText = ({ title, url, markdown }: SourceText) => `${title}\n${url}\n${markdown}`

async function filtered(
  { sources }: Parts,
  numbers: readonly number[],
  isWanted: (source: SourceText) => Promise<boolean>,
): Promise<NamedSource[]> {
  const named: NamedSource[] = []
  for (const number of numbers.slice(0, sourcesMax)) {
    const source = await sources.at(number)
    if (source && (await isWanted(source))) named.push({ url: source.url, title: source.title })
  }
  return named
}

/** Texts and numbers. */
function listValues(data: unknown): (string | number)[] {
  if (isList(data)) return data.flatMap(listValues)
  if (isObject(data)) return Object.values(data).flatMap(listValues)
  return (typeof data === 'string' && data.trim() !== '') || typeof data === 'number' ? [data] : []
}
