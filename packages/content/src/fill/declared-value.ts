import { foldName } from '#content/html/facts/meanings.ts'
import type { Fact } from '#content/html/facts/page-facts.ts'
import { holdsNumber } from './holds-value.ts'
import { readLineText } from './line-text.ts'
import { createNameMatch, foldedName } from './name-match.ts'
import type { Profile } from './profile.ts'
import { holdsPhone } from './rewritten.ts'

const declaredMin = 4

/** Whether a page declares a value under a name of a property. */
export function isDeclared(facts: readonly Fact[], value: unknown, profile: Profile): boolean {
  const match = createNameMatch(profile.property)
  const names = new Set(
    profile.meanings.flatMap((one) => one.names).map((name) => name.replaceAll(' ', '')),
  )
  // A street alone is what pages declare as an address, too.
  if (names.has('street')) names.add('address')
  const text = foldName(String(value))
  const number = typeof value === 'number' ? value : undefined
  return facts.some((fact) => {
    const isNamed = match(foldedName(fact.name)) > 0 || names.has(fact.name.replaceAll(' ', ''))
    if ((fact.weight < declaredMin && fact.source !== 'link') || !isNamed) return false
    if (profile.form === 'phone' && holdsPhone(fact.value, String(value))) return true
    if (number !== undefined) return holdsNumber(readLineText(fact.value), number, profile)
    const own = foldName(fact.value)
    return text !== '' && (own === text || ` ${own} `.includes(` ${text} `))
  })
}
