import type { Locate } from '#content/fill/locate.ts'
import type { Profile } from '#content/fill/profile.ts'

interface Stated {
  readonly value: unknown
  /** What the rules read for the field. */
  readonly byRules?: unknown
}

/** Judges a boolean: it is what the rules read, else what the lines of the page say that speak of it. */
export function judgeBoolean(
  locate: Pick<Locate, 'sayWhether' | 'findLine'>,
  { value, byRules }: Stated,
  profile: Profile,
) {
  const said = locate.sayWhether(profile)
  const statement = value === true ? said?.so : said?.not
  const place = statement && locate.findLine((_, at) => at === statement.line)
  const isFit = typeof byRules === 'boolean' ? byRules === value : statement !== undefined
  return { isFit, place, statement, isUnsaid: said === undefined && typeof byRules !== 'boolean' }
}
