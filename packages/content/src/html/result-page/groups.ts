import type { Element } from 'domhandler'
import type { PageResult } from './result-shape.ts'
import { isAddress } from './address.ts'
import { walkUp, readRecord, readRecords, type ReadRecord } from './records.ts'
import { detectKind, type TitleLink } from './title-links.ts'

/** Groups that are read; those with the most targets. */
const groupsReadMax = 24
const resultsMax = 100
/** Shorter texts are labels. */
const textCharsMin = 50
const titleCharsMin = 8
const titleCharsMax = 150
const headingFactor = 1.6
const navigationFactor = 0.2
/** What another target on a host that is already there counts. */
const sameHostShare = 0.3
const scoreMin = 0.6

/** Links to other sites that look alike, in document order. */
export type Group = readonly TitleLink[]

/** The same links grouped twice: by names and classes, and by names alone, for pages whose classes are random. */
function makeGroups(links: readonly TitleLink[]): Group[] {
  const byClasses = Map.groupBy(links, (link) => describeShape(link, true))
  const byNames = Map.groupBy(links, (link) => describeShape(link, false))
  const groups = [...byClasses.values(), ...byNames.values()].map(distinct)
  return groups.toSorted((a, b) => computeWeight(b) - computeWeight(a)).slice(0, groupsReadMax)
}

const computeWeight = (group: Group) =>
  group.length * (group[0] && detectKind(group[0]) !== 'a' ? headingFactor : 1)

/** One link for each title and each target. */
function distinct(group: Group): Group {
  const [titles, urls] = [new Set<Element>(), new Set<string>()]
  return group
    .filter(({ title, url }) => {
      if (titles.has(title) || urls.has(url)) return false
      titles.add(title)
      urls.add(url)
      return true
    })
    .slice(0, resultsMax)
}

function describeShape(link: TitleLink, withClasses: boolean): string {
  const parts = [detectKind(link)]
  const above = walkUp(link.title).take(withClasses ? 2 : 4)
  for (const node of [link.title, ...above]) {
    parts.push(node.name + (withClasses ? joinClasses(node) : ''))
  }
  return parts.join('>')
}

const joinClasses = ({ attribs }: Element) =>
  `.${(attribs['class'] ?? '').slice(0, 300).replace(/\d+/g, '')}`

/** The results of the links that looks most like a list of results; none when no links do. */
export function bestResults(links: readonly TitleLink[]): PageResult[] {
  let best: { readonly score: number; readonly records: readonly ReadRecord[] } | undefined
  for (const group of makeGroups(links)) {
    const records = readRecords(group)
    const score = computeScore(group, records)
    if (score >= scoreMin && score > (best?.score ?? 0)) best = { score, records }
  }
  if (!best) return []
  return withNeighbours(best.records, links)
    .filter(({ isAdvertisement, result }) => !isAdvertisement && result.title !== '')
    .slice(0, resultsMax)
    .map(({ result }) => result)
}

function computeScore(group: Group, records: readonly ReadRecord[]): number {
  const [first] = group
  if (!first) return 0
  const counted = records.filter(({ isAdvertisement }) => !isAdvertisement)
  const share = (holds: (record: ReadRecord) => boolean) =>
    counted.length === 0 ? 0 : counted.filter(holds).length / counted.length
  const hosts = new Set(counted.map(({ result }) => new URL(result.url).hostname)).size
  const targets = hosts + sameHostShare * (counted.length - hosts)
  const texts = share(({ result }) => result.text.length >= textCharsMin)
  const titles = share(({ result: { title } }) => {
    const isLong = title.length >= titleCharsMin && title.length <= titleCharsMax
    return isLong && !isAddress(title)
  })
  const inNavigation = share(({ isInNavigation }) => isInNavigation)
  const isFew = counted.length < 3 && texts < 1
  if (isFew) return 0
  return (
    targets *
    (detectKind(first) === 'a' ? 1 : headingFactor) *
    (0.15 + 0.85 * texts) *
    (0.2 + 0.8 * titles) *
    (1 - (1 - navigationFactor) * inNavigation)
  )
}

/** Adds results of another shape that stand in the same list: the first one often has a shape of its own. */
function withNeighbours(
  records: readonly ReadRecord[],
  links: readonly TitleLink[],
): readonly ReadRecord[] {
  const [first] = records
  const column = first?.record.parent
  if (!first || !column || first.kind === 'a') return records
  const known = new Set(records.map(({ result }) => result.url))
  const inside = new Set(records.map(({ record }) => record))
  const added: ReadRecord[] = []
  for (const link of links) {
    if (detectKind(link) !== first.kind || known.has(link.url)) continue
    const record = [...walkUp(link.title)].find(({ parent }) => parent === column)
    if (!record || inside.has(record)) continue
    inside.add(record)
    known.add(link.url)
    added.push(readRecord(link, record, []))
  }
  if (added.length === 0) return records
  const position = new Map(column.children.map((child, index) => [child as unknown, index]))
  const getPlace = ({ record }: ReadRecord) => position.get(record) ?? 0
  return [...records, ...added].toSorted((a, b) => getPlace(a) - getPlace(b))
}
