import type { Element } from 'domhandler'
import type { FactCollector } from './fact-list.ts'
import { findMeaning } from './meanings.ts'
import { wordOverlap } from './word-overlap.ts'
import { stateObjects } from './state.ts'

const stateWeight = 2.5
const objectsMax = 3
const sharedMin = 0.8

/** Names that an object of a page's state needs to be taken for what the page is about. */
const titleKeys = ['name', 'title', 'headline', 'productName', 'displayName']

/** Facts of the objects in the scripts of a page that carry its title. */
export function addState(
  { scripts, title }: { readonly scripts: readonly Element[]; readonly title: string },
  facts: FactCollector,
): void {
  if (title === '') return
  let found = 0
  for (const object of stateObjects(
    scripts,
    /["'](?:name|title|headline|productName|displayName)["']? ?:/,
  )) {
    const key = titleKeys.find((name) => typeof object[name] === 'string')
    if (key === undefined || wordOverlap(String(object[key]), title) < sharedMin) continue
    for (const [name, value] of Object.entries(object).slice(0, membersMax)) {
      const isScalar = typeof value === 'string' || typeof value === 'number'
      const isKnown =
        isScalar && String(value).length <= valueLengthMax && findMeaning(name).length > 1
      if (isKnown) facts.add({ name, value, source: 'state', weight: stateWeight })
    }
    found += 1
    if (found >= objectsMax) return
  }
}

const membersMax = 60
const valueLengthMax = 1_000
