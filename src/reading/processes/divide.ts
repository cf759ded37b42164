/** Where a part belongs: the keys that lead to a text or list, from the outside inwards. */
type Place = readonly (string | number)[]

/** What is added to the end of a text or list of a value that was sent without it. */
export interface MessagePart {
  readonly at: Place
  readonly add: string | readonly unknown[]
}

/** A value whose long texts and lists are empty, and these in parts. */
interface Divided {
  readonly value: unknown
  readonly parts: readonly MessagePart[]
}

/** Characters of a part; what else it has counts by what it costs to read. */
const partWeight = 256 * 1024
const valueWeight = 48

/**
 * Cuts the long texts and lists of a value into parts, each of which is read in about a millisecond. A part of a list comes before the parts of its
 * items.
 */
export function divide(value: unknown, partMax = partWeight): Divided {
  const { value: rest, parts } = createCut(partMax)(value, [])
  return { value: rest, parts }
}

interface Cut extends Divided {
  readonly weight: number
}

function createCut(partMax: number) {
  return cut

  function cut(value: unknown, at: Place): Cut {
    if (typeof value === 'string') return cutText(value, at)
    if (Array.isArray(value)) return cutList(value, at)
    if (!isRecord(value)) return { value, parts: [], weight: weigh(value) }
    const members = Object.entries(value).map(
      ([key, member]) => [key, cut(member, [...at, key])] as const,
    )
    return {
      value: Object.fromEntries(members.map(([key, member]) => [key, member.value])),
      parts: members.flatMap(([, { parts }]) => parts),
      weight: members.reduce((sum, [, { weight }]) => sum + weight, valueWeight),
    }
  }

  function cutText(text: string, at: Place): Cut {
    if (text.length <= partMax) return { value: text, parts: [], weight: text.length + valueWeight }
    const parts: MessagePart[] = []
    for (let start = 0; start < text.length; start += partMax)
      parts.push({ at, add: text.slice(start, start + partMax) })
    return { value: '', parts, weight: valueWeight }
  }

  function cutList(list: readonly unknown[], at: Place): Cut {
    const items = list.map((item, index) => cut(item, [...at, index]))
    const ofItems = items.flatMap(({ parts }) => parts)
    const weight = items.reduce((sum, item) => sum + item.weight, valueWeight)
    if (weight <= partMax) return { value: items.map(({ value }) => value), parts: ofItems, weight }
    const parts: MessagePart[] = []
    let [add, full]: [unknown[], number] = [[], 0]
    for (const item of items) {
      if (full + item.weight > partMax && add.length > 0) {
        parts.push({ at, add })
        ;[add, full] = [[], 0]
      }
      add.push(item.value)
      full += item.weight
    }
    parts.push({ at, add })
    return { value: [], parts: [...parts, ...ofItems], weight: valueWeight }
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const weigh = (value: unknown) =>
  (value instanceof Uint8Array ? value.length / 16 : 0) + valueWeight

/** Adds a part to a value. Fails with a TypeError where it has no such text or list. */
export function addPart(pending: { message: unknown }, { at, add }: MessagePart): void {
  let [holder, last]: [unknown, string | number] = [pending, 'message']
  for (const key of at) [holder, last] = [member(holder, last), key]
  const found = member(holder, last)
  if (Array.isArray(found) && Array.isArray(add)) for (const item of add) found.push(item)
  else if (typeof found === 'string' && typeof add === 'string')
    (holder as Record<string | number, unknown>)[last] = found + add
  else throw new TypeError('A part belongs nowhere.')
}

/** Only what a value has itself: what sends parts may be hostile. */
function member(holder: unknown, key: string | number): unknown {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key))
    throw new TypeError('A part belongs nowhere.')
  return (holder as Readonly<Record<string | number, unknown>>)[key]
}
