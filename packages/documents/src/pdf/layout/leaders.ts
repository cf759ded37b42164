import { joinSegments } from './join-segments.ts'
import { isRightToLeft, groupRows } from './rows.ts'
import type { Segment } from './segment.ts'

/** Dots between the title of an entry and its page. */
export const leader = /[.…·](?:\s*[.…·]){5}/

/** The last letters of a text show whether it ends in a leader. */
const lettersOfLeader = 8
const leaderAtEnd = /(?:[.…·] ?){4}$/
const leaderOnly = /^[.…·\s]*$/
const pageNumber = /^(?:\d{1,4}|[ivxlc]{1,6})$/

const entryNumber = /^(?:\d{1,3}(?:\.\d{1,3}){0,4}|[A-Z](?:\.\d{1,3}){0,4}|[IVXLC]{1,6})[.:)]?$/

const endsInLeader = ({ text }: Segment) => leaderAtEnd.test(text.trimEnd().slice(-lettersOfLeader))

/** Joins the title, the leader and the page number of an entry, so that none of them is read as a column or a cell. */
export function withLeaders(segments: readonly Segment[]): readonly Segment[] {
  if (!segments.some(endsInLeader)) return segments
  const entries = new Map<Segment, readonly Segment[]>()
  for (const row of groupRows(segments)) {
    if (isRightToLeft(row.segments)) continue
    for (const entry of listEntries(row.segments))
      for (const segment of entry) entries.set(segment, entry)
  }
  return segments.flatMap((segment) => {
    const entry = entries.get(segment)
    if (!entry || entry.length === 1) return [segment]
    return segment === entry[0] ? [joinSegments(entry)] : []
  })
}

/** The segments of a row, those of one entry together. */
function listEntries(segments: readonly Segment[]): Segment[][] {
  const entries: Segment[][] = []
  for (const [at, segment] of segments.entries()) {
    const last = entries.at(-1)
    const before = last?.at(-1)
    const isNext =
      before &&
      ((leaderOnly.test(segment.text) && endsInLeader(segment)) ||
        (endsInLeader(before) && pageNumber.test(segment.text.trim())))
    const isTitle = before && entryNumber.test(before.text.trim()) && hasLeader(segments, at)
    if (last && (isNext || isTitle)) last.push(segment)
    else entries.push([segment])
  }
  return entries
}

/** Whether a segment ends in a leader or has one behind it. */
const hasLeader = (segments: readonly Segment[], at: number) =>
  segments.slice(at, at + 2).some(endsInLeader)
