import { diffWordsWithSpace } from 'diff'
import type { ComponentChildren } from 'preact'
import { useShown } from './shown.tsx'
import type { Row } from './diff-rows.ts'
import * as words from '../words/en/monitors.ts'
import * as counts from '../words/en/counts.ts'
import * as terms from '../words/en/terms.ts'

export type DiffLook = 'split' | 'unified'
type Changed = Extract<Row, { kind: 'changed' }>

const wordsLengthMax = 4_000
const shownMax = 5_000

/** Two versions beside each other or in one column, with the changed words of each line. */
export function DiffView({ rows, look }: { rows: readonly Row[]; look: DiffLook }) {
  const [shown, more] = useShown(rows.length, shownMax)
  return (
    <>
      <table class={`diff ${look}`}>
        <caption class="unseen">{words.diffTitle}</caption>
        <colgroup>
          <col class="no" />
          {look === 'split' && <col />}
          <col class="no" />
          <col />
        </colgroup>
        <thead class="unseen">
          <tr>
            <th scope="col">{words.diffLineBefore}</th>
            {look === 'split' && <th scope="col">{terms.viewBefore}</th>}
            <th scope="col">{words.diffLineAfter}</th>
            <th scope="col">{look === 'split' ? words.diffAfter : terms.thingText}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row, index) => (
            <DiffRow key={index} row={row} look={look} />
          ))}
        </tbody>
      </table>
      {more}
    </>
  )
}

function DiffRow({ row, look }: { row: Row; look: DiffLook }) {
  if (row.kind === 'gap')
    return (
      <tr class="fold">
        <td colSpan={look === 'split' ? 4 : 3}>{counts.unchangedLines(row.lines)}</td>
      </tr>
    )
  if (row.kind === 'changed')
    return look === 'split' ? <SplitChange row={row} /> : <UnifiedChange row={row} />
  const { before, after } = row
  return (
    <tr>
      <td class="no">{before.number}</td>
      {look === 'split' && <td>{before.text}</td>}
      <td class="no">{after.number}</td>
      <td>{after.text}</td>
    </tr>
  )
}

function SplitChange({ row }: { row: Changed }) {
  const { before, after } = row
  const [old, fresh] = changedWords(row)
  return (
    <tr data-change="">
      <td class="no">{before?.number}</td>
      <td class={before ? 'removed' : 'void'}>{old}</td>
      <td class="no">{after?.number}</td>
      <td class={after ? 'added' : 'void'}>{fresh}</td>
    </tr>
  )
}

function UnifiedChange({ row }: { row: Changed }) {
  const { before, after } = row
  const [old, fresh] = changedWords(row)
  return (
    <>
      {before && (
        <tr data-change="">
          <td class="no">{before.number}</td>
          <td class="no" />
          <td class="removed">
            <span class="unseen">{words.diffRemoved}</span>
            {old}
          </td>
        </tr>
      )}
      {after && (
        <tr data-change="">
          <td class="no" />
          <td class="no">{after.number}</td>
          <td class="added">
            <span class="unseen">{words.diffAdded}</span>
            {fresh}
          </td>
        </tr>
      )}
    </>
  )
}

/** Both texts, with marks around the words that differ. */
function changedWords({ before, after }: Changed): readonly [ComponentChildren, ComponentChildren] {
  if (!before || !after || before.text.length + after.text.length > wordsLengthMax)
    return [before?.text, after?.text]
  const parts = diffWordsWithSpace(before.text, after.text)
  return [
    parts
      .filter(({ added }) => !added)
      .map(({ value, removed }, index) => (removed ? <del key={index}>{value}</del> : value)),
    parts
      .filter(({ removed }) => !removed)
      .map(({ value, added }, index) => (added ? <ins key={index}>{value}</ins> : value)),
  ]
}
