import { withoutOverlaps, type Entity, type Span } from './entities.ts'
import { findEmails } from './email.ts'
import { findFinancialNumbers, findIbans } from './financial.ts'
import { findAddresses } from './location.ts'
import { numberRuns } from './number-runs.ts'
import { findIntroducedNames } from './person.ts'
import { findPhones } from './phone.ts'
import { findSecrets } from './secret.ts'

/** Personal data that rules find in a text, without overlaps. Takes time in proportion to the length of the text. */
export function findPii(
  text: string,
  wanted: ReadonlySet<Entity>,
  more: readonly Span[] = [],
): Span[] {
  const runs = numberRuns(text)
  const spans = [
    ...findEmails(text),
    ...findSecrets(text),
    ...findFinancialNumbers(text, runs),
    ...findIbans(text),
    ...findAddresses(text),
    ...findPhones(text, runs),
    ...findIntroducedNames(text),
    ...more,
  ]
  return withoutOverlaps(spans).filter(({ entity }) => wanted.has(entity))
}
