import type { Locate } from '#content/fill/locate.ts'
import type { Profile } from '#content/fill/profile.ts'
import type { JsonSchema } from '#schemas/json-schema.ts'
import { isNamedFreely } from './field-form.ts'
import { listKinds } from './kinds.ts'
import { isPlausible } from './plausible.ts'

const long = 6

/** Sentences about the whole, and fields whose name says nothing. */
export function isNamedByNothing(
  { value, schema }: { readonly value: unknown; readonly schema: JsonSchema },
  profile: Profile,
  isThere: boolean,
): boolean {
  const isLong = typeof value === 'string' && value.trim().split(/\s+/).length >= long
  const isAbout = profile.meanings.some(({ name }) => name === 'description')
  const isPlain =
    profile.meanings.length === 0 &&
    profile.form !== 'year' &&
    (profile.words.length > 0 || isProperName(value)) &&
    profile.words.every((word) => generic.has(word.replaceAll(/\d/g, '')))
  const isFree = ((isLong && isAbout) || isPlain) && schema['format'] === undefined
  return isFree && (isThere || isLong)
}

/** Names of fields that say nothing of what they hold. */
const generic = new Set(
  'year number count id label person people value values result answer quote quotes thing item content plan entity text fact detail output data'.split(
    ' ',
  ),
)

const nameWordsMax = 4

/** `Pro` of a plan: no sentence. */
const isProperName = (value: unknown): boolean =>
  typeof value !== 'string' ||
  (/^[\p{Lu}\p{Lo}\d]/u.test(value) &&
    value.split(/\s+/).length <= nameWordsMax &&
    !/(?:^| )\p{Ll}+ \p{Ll}+/u.test(value))

/** A piece of the heading, or what the title of the page names beside it, of a field that asks for no more than a text. */
export function isOfHeading(locate: Locate, value: string, profile: Profile): boolean {
  const { form, meanings, type } = profile
  if (
    type !== 'string' ||
    (form !== 'text' && !isNamedFreely(meanings)) ||
    meanings.some(({ name }) => name === 'title')
  )
    return false
  if (meanings.some(({ name }) => name === 'brand')) return locate.isInTitle(value, true)
  const kinds = listKinds(profile)
  if (kinds.has('time') || kinds.has('code') || !isPlausible(value, profile)) return false
  if (locate.isHeading(value)) return kinds.size === 0
  return locate.isInTitle(value, false) || (!kinds.has('person') && locate.namesSite(value))
}
