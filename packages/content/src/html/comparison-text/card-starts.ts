import type { Place, Run } from './list-runs.ts'

const itemsMin = 3
const levelsMax = 6
const cardLengthMax = 600
const titleLengthMax = 80
const namesLengthMax = 300

const cardTags = new Set(['article', 'div', 'section', 'li', 'a', 'figure'])
const cardName =
  /(?:^|[\s_-])(?:cards?|products?|items?|tiles?|teasers?|offers?|listings?|results?|entry|post|box)(?=$|[\s_-])/i
/** The order of these is content. */
const orderedName = /step|instruction|chapter|paragraph|question|faq|comment|message|reply|rank/i
const price = /\p{Sc}\s?\d|\d\s?\p{Sc}|\b[A-Z]{3} ?\d|\d ?[A-Z]{3}\b/u

/** A repeated element, and the runs in it. */
interface Item {
  first: Run | undefined
  runs: number
  length: number
  /** Whether it has a picture or a price. */
  isOfThing: boolean
}

/**
 * The first runs of cards: short repeated elements with several texts that are called so, or each with a picture or a price. They may stand in
 * any order, other than the steps and paragraphs of a text.
 */
export function findCardStarts(places: readonly Place[], runs: readonly Run[]): ReadonlySet<Run> {
  const groups = groupPlaces(places)
  const items = new Map<number, Item>()
  for (const run of runs) {
    for (let at = run.place, level = 0; at > 0 && level < levelsMax; level += 1) {
      if (groups[at] !== undefined) addRun(items, at, run)
      at = places[at]?.around ?? 0
    }
  }
  const byGroup = Map.groupBy(items, ([place]) => groups[place] ?? '')
  const starts = [...byGroup].flatMap(([group, own]) =>
    own.length >= itemsMin && own.every(([, item]) => isCard(item, group)) ? own : [],
  )
  return new Set(starts.flatMap(([, { first }]) => first ?? []))
}

function addRun(items: Map<number, Item>, place: number, run: Run): void {
  const item = items.get(place) ?? { first: undefined, runs: 0, length: 0, isOfThing: false }
  items.set(place, item)
  if (run.length > 0) {
    item.first ??= run
    item.runs += 1
  }
  item.length += run.length
  item.isOfThing ||=
    run.targets.some((target) => target.startsWith('!')) ||
    run.texts.some(({ data }) => price.test(data))
}

const isCard = ({ first, runs, length, isOfThing }: Item, group: string): boolean =>
  first !== undefined &&
  first.length <= titleLengthMax &&
  runs > 1 &&
  length <= cardLengthMax &&
  (isOfThing || cardName.test(group))

/** For each element, what it has in common with similar ones beside it; undefined for what is no card or stands alone. */
function groupPlaces(places: readonly Place[]): (string | undefined)[] {
  const counts = new Map<string, number>()
  const groups = places.map(({ element, around }) => {
    const parent = places[around]?.element
    const classes = element?.attribs['class'] ?? ''
    if (!element || !cardTags.has(element.name) || parent?.name === 'ol') return undefined
    if (orderedName.test(`${classes} ${parent?.attribs['class'] ?? ''}`)) return undefined
    const group = `${around} ${element.name} ${classes.slice(0, namesLengthMax)}`
    counts.set(group, (counts.get(group) ?? 0) + 1)
    return group
  })
  return groups.map((group) => ((counts.get(group ?? '') ?? 0) < itemsMin ? undefined : group))
}
