import { isoDate } from '#content/html/about/iso-date.ts'
import { standsWhole } from '#content/fill/holds-value.ts'
import type { Profile } from '#content/fill/profile.ts'
import { shownAmount } from '#content/html/facts/amounts.ts'
import { foldName } from '#content/html/facts/meanings.ts'

/** Whether two values of a field say the same: numbers and dates alike, a text with or without what stands around it. */
export function isAlike(value: unknown, other: unknown, { form }: Profile): boolean {
  if (typeof value === 'number' || typeof other === 'number') {
    const [one, two] = [toNumber(value), toNumber(other)]
    return one !== undefined && one === two
  }
  const [one, two] = [String(value), String(other)]
  if (form === 'date') {
    const [first, second] = [isoDate(one)?.slice(0, 10), isoDate(two)?.slice(0, 10)]
    if (first !== undefined || second !== undefined) return first === second
  }
  if (form === 'phone' || form === 'code') return bare(one) === bare(two)
  const [own, read] = [` ${foldName(one)} `, ` ${foldName(two)} `]
  if (own.trim() === '' || read.trim() === '') return one.trim() === two.trim()
  if (own.includes(read)) return true
  // A few words are no description.
  const isMost = read.length < longMin || own.length * longShare >= read.length
  return isMost && read.includes(own) && own.trim().length >= partMin && isPiece(two, one.trim())
}

const partMin = 3
const [longMin, longShare] = [100, 4]

/** Whether a part of a text begins or ends it or a piece of it, or is most of it. */
function isPiece(text: string, part: string): boolean {
  if (!standsWhole(text, part)) return false
  const at = text.toLowerCase().indexOf(part.toLowerCase())
  if (at < 0 || part.length * 2 >= text.length) return true
  const [before, behind] = [text.slice(0, at).trimEnd(), text.slice(at + part.length).trimStart()]
  return /(?:^|[^\p{L}\d])$/u.test(before) || /^(?:[^\p{L}\d]|$)/u.test(behind)
}

/** Whether an item of a list is one that the rules read, or most of its words. */
export function isItemAlike(item: unknown, one: unknown): boolean {
  const [own, other] = [foldName(String(item)), foldName(String(one))]
  if (
    typeof item === 'string' &&
    own !== other &&
    !isWithin(String(one), item) &&
    !isWithin(item, String(one))
  )
    return false
  if (own === other || one === item) return true
  const isMost =
    Math.min(own.length, other.length) >= Math.max(own.length, other.length) * mostShare
  return isMost && (` ${own} `.includes(` ${other} `) || ` ${other} `.includes(` ${own} `))
}

/** Whether a text holds another one whole, or with other signs between its words. */
const isWithin = (text: string, part: string): boolean =>
  text.length >= part.length && standsWhole(text, part)

const mostShare = 0.75

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')

const toNumber = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : shownAmount(String(value))
