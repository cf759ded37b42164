import type { Locate } from '#content/fill/locate.ts'
import { readProfile, type Profile } from '#content/fill/profile.ts'
import { isStreet } from '#content/fill/read-address.ts'

interface Part {
  readonly value: unknown
  readonly line: number
  readonly within: string | undefined
}

/** What the parts of an address look like, by the last word of their field. */
const partsOfAddress: Readonly<Record<string, (text: string) => boolean>> = {
  street: isStreet,
  city: (text) => /^\p{Lu}[^\d]{1,40}$/u.test(text),
  town: (text) => /^\p{Lu}[^\d]{1,40}$/u.test(text),
  code: (text) => /^[A-Z\d][A-Z\d -]{2,9}$/.test(text) && /\d/.test(text),
  suburb: (text) => /^\p{Lu}[^\d]{1,40}$/u.test(text),
  zip: (text) => /^[A-Z\d][A-Z\d -]{2,9}$/.test(text) && /\d/.test(text),
  name: (text) => /^\p{Lu}[^\d]{1,60}$/u.test(text),
}

/** What the parts are called here, whatever callers call them. */
const partNames: Readonly<Record<string, string | undefined>> = {
  street: 'street',
  city: 'city',
  'postal code': 'code',
}

/** A street tells itself, and so do the parts of a line with a postal code; the other parts stand beneath what names the address: `Delivery address`. */
export function isPartOfAddress(
  locate: Locate,
  { value, line, within }: Part,
  profile: Profile,
): boolean {
  const last = partNames[profile.meanings[0]?.name ?? ''] ?? profile.folded.split(' ').at(-1) ?? ''
  const hasShape = Object.hasOwn(partsOfAddress, last) ? partsOfAddress[last] : undefined
  if (typeof value !== 'string' || hasShape?.(value) !== true) return false
  if (last === 'street' || (last !== 'name' && locate.isInAddress(line))) return true
  return within !== undefined && locate.isUnder(line, readProfile(within, { type: 'object' }))
}
