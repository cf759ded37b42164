import { memberByKind } from '#content/fill/enum-words.ts'
import type { Locate } from '#content/fill/locate.ts'
import { readProfile, type Profile } from '#content/fill/profile.ts'

/**
 * Whether a page has a sign of a member of an enumeration: its word, or one that says the same in another language. Without a sign of
 * any member, that the page speaks of the property has to do.
 */
export function isSaidMember(locate: Locate, value: unknown, profile: Profile): boolean {
  const values = profile.schema['enum']
  if (!Array.isArray(values)) return false
  const said = new Set<unknown>(locate.pieces().map((piece) => memberByKind(values, piece)))
  for (const member of values) if (isNamed(locate, member)) said.add(member)
  said.delete(undefined)
  return said.size === 0 ? locate.mentions(profile) : said.has(value)
}

const isNamed = (locate: Locate, member: unknown): boolean =>
  typeof member === 'string' &&
  member.length >= wordMin &&
  locate.mentions(readProfile(member, { type: 'string' }))

const wordMin = 3
