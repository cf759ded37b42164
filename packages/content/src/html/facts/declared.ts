import { isObject, type JsonObject } from '#base/json-values.ts'
import type { FactCollector } from './fact-list.ts'
import { joinTypes, listTexts } from './fact-list.ts'
import { foldName } from './meanings.ts'
import type { FactList, FactSource } from './page-facts.ts'

/** Types that say what a page is about, and those that stand beside it. */
const mainType =
  /Article|Posting|Report|Product|Event|Recipe|JobPosting|HowTo|Book|Movie|Course|SoftwareApplication|Restaurant|Hotel|Vehicle|Dataset|Podcast/
const besideType =
  /WebPage|QAPage|VideoObject|Question|Offer|AggregateRating|PostalAddress|GeoCoordinates/
const elsewhereType =
  /ListItem|Review$|Comment|Answer|BreadcrumbList|SearchAction|ImageObject|WebSite/

/** Places that people visit: where they are and how they are reached is said of the page's own. */
const businessType =
  /Business|Store$|Dentist|Physician|Clinic|Pharmacy|Hospital|Attorney|Notary|Plumber|Electrician|Locksmith|Contractor|Painter|Agency|Agent$|Salon|Spa$|Club|Gym|Museum|Library|Zoo|Park$|Theater|Gallery|School|University|Church|BarOrPub|Bakery|Brewery|Winery|Cafe|FoodEstablishment|Campground|Hostel|Motel|Resort|BedAndBreakfast|AutoRepair|AutoDealer|GasStation|BankOrCreditUnion/
const contactNames = new Set([
  'telephone',
  'email',
  'faxNumber',
  'address',
  'openingHours',
  'vatID',
])

const mainWeight = 7
const besideWeight = 4.5
const innerWeight = 3
const otherWeight = 1

/** Properties that hold other things than the one the page is about. */
const relations = new Set(
  'isRelatedTo isSimilarTo isAccessoryOrSparePartFor itemListElement review reviews comment comments recommendations hasVariant isPartOf mainEntityOfPage breadcrumb potentialAction'.split(
    ' ',
  ),
)

const depthMax = 5
const objectsMax = 2_000

interface DeclaredFacts {
  readonly objects: readonly JsonObject[]
  readonly source: FactSource
}

/** Facts of declared objects, given outer before inner; properties of inner objects carry the name of their property. */
export function addDeclared({ objects, source }: DeclaredFacts, facts: FactCollector): void {
  const seen = new Set<unknown>()
  function walk(object: JsonObject, place: { within?: string; weight: number; depth: number }) {
    if (seen.has(object) || seen.size > objectsMax || place.depth > depthMax) return
    seen.add(object)
    for (const [name, value] of Object.entries(object)) {
      if (name.startsWith('@')) continue
      const { within, depth } = place
      const isContact = depth === 0 && contactNames.has(name) && isBusiness(object)
      const weight = isContact ? Math.max(place.weight, besideWeight) : place.weight
      if (!relations.has(name))
        facts.add({ name, value: listed(name, value), source, weight, within })
      for (const inner of [value].flat(1)) {
        if (!isObject(inner)) continue
        for (const [known, shown] of flatFacts(name, inner))
          facts.add({ name: known, value: shown, source, weight })
        const isRelated = relations.has(name) || elsewhereType.test(joinTypes(inner))
        const innerPlace = isRelated
          ? { within: name, weight: otherWeight, depth: depth + 1 }
          : {
              within: name,
              weight: Math.min(weight, computeWeight(inner, innerWeight)),
              depth: depth + 1,
            }
        walk(inner, innerPlace)
      }
    }
  }
  for (const object of objects) {
    walk(object, { weight: computeWeight(object, otherWeight), depth: 0 })
  }
}

const isBusiness = (object: JsonObject): boolean => businessType.test(joinTypes(object))

/** What callers ask of an object under a name of its own: both ends and the currency of a salary, the town of a job. */
function flatFacts(name: string, inner: JsonObject): readonly (readonly [string, unknown])[] {
  if (name === 'jobLocation') {
    const address = isObject(inner['address']) ? inner['address'] : {}
    return [['location', address['addressLocality']]]
  }
  if (name !== 'baseSalary') return []
  const amounts = isObject(inner['value']) ? inner['value'] : inner
  return [
    ['salary min', amounts['minValue']],
    ['min salary', amounts['minValue']],
    ['salary max', amounts['maxValue']],
    ['max salary', amounts['maxValue']],
    ['salary', amounts['value']],
    ['salary currency', inner['currency']],
  ]
}

/** Authors of a page are people, of whom the name alone is of interest. */
const listed = (name: string, value: unknown) =>
  name === 'author' && Array.isArray(value) ? value.slice(0, authorsMax) : value
const authorsMax = 10

function computeWeight(object: JsonObject, fallback: number): number {
  const type = joinTypes(object)
  if (elsewhereType.test(type)) return otherWeight
  if (mainType.test(type)) return mainWeight
  return besideType.test(type) ? besideWeight : fallback
}

const listsMax = 40
const rowsMax = 1_000
const columnsMax = 40

/** Lists of objects that are declared: variants, reviews, questions, steps, items. */
export function declaredLists(objects: readonly JsonObject[]): FactList[] {
  const lists: FactList[] = []
  for (const object of objects) {
    for (const [name, value] of Object.entries(object)) {
      if (lists.length >= listsMax) return lists
      if (!Array.isArray(value) || name.startsWith('@')) continue
      const rows = value.map((row: unknown) =>
        isObject(row) && isObject(row['item']) ? row['item'] : row,
      )
      const list = readList(name, rows.filter(isObject))
      if (list) lists.push(list)
    }
  }
  return lists
}

function readList(name: string, objects: readonly JsonObject[]): FactList | undefined {
  if (objects.length === 0) return undefined
  const columns = [
    ...new Set(objects.slice(0, rowsMax).flatMap((object) => Object.keys(flat(object)))),
  ].slice(0, columnsMax)
  if (columns.length === 0) return undefined
  const rows = objects.slice(0, rowsMax).map((object) => {
    const values = flat(object)
    return columns.map((column) => values[column] ?? '')
  })
  return { source: 'declared', name: foldName(name), columns, rows }
}

/** The properties of an object and of the objects in it, by folded name; outer ones win. */
function flat(object: JsonObject): Record<string, string> {
  const values: Record<string, string> = {}
  const inner: JsonObject[] = []
  for (const [name, value] of Object.entries(object)) {
    if (name.startsWith('@')) continue
    if (isObject(value)) inner.push(value)
    const text = listTexts(value).join(', ')
    const folded = foldName(name)
    if (text !== '' && folded !== '') values[folded] = text
  }
  for (const one of inner) {
    for (const [name, value] of Object.entries(one)) {
      const folded = foldName(name)
      const text = name.startsWith('@') ? '' : listTexts(value).join(', ')
      if (text !== '' && folded !== '') values[folded] ??= text
    }
  }
  return values
}
