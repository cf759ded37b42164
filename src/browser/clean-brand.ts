import { isObject } from '#base/json-values.ts'
import { isList } from '#base/json-values.ts'
import type { BrandFacts } from './rendering.ts'

const textLengthMax = 2_048
/** Of a logo that is drawn in the page. */
const pictureLengthMax = 350_000
const itemsMax = 10
const depthMax = 5

/** What the script in the page returned, bounded: members without a value are left out, but for pictures that are null. */
export function cleanBrand(value: unknown): BrandFacts {
  const clean = cleanMember(value, '', 0)
  return isObject(clean) ? clean : {}
}

function cleanMember(value: unknown, name: string, depth: number): unknown {
  if (typeof value === 'string') {
    const isPicture = value.startsWith('data:image/')
    return value === '' || value.length > (isPicture ? pictureLengthMax : textLengthMax)
      ? undefined
      : value
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (value === null) return pictures.has(name) ? null : undefined
  if (typeof value !== 'object' || depth > depthMax) return undefined
  if (isList(value)) {
    const items = value.slice(0, itemsMax).map((item) => cleanMember(item, name, depth + 1))
    return items.filter((item) => item !== undefined)
  }
  const members = Object.entries(value).flatMap(([key, member]) => {
    const clean = cleanMember(member, key, depth + 1)
    return clean === undefined ? [] : [[key, clean] as const]
  })
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

const pictures = new Set(['logo', 'favicon', 'ogImage'])
