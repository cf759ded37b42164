interface Line {
  readonly number: number
  readonly text: string
}

/** A line of the comparison, or lines between two parts that did not change. */
export type Row =
  | { readonly kind: 'same'; readonly before: Line; readonly after: Line }
  | {
      readonly kind: 'changed'
      readonly before: Line | undefined
      readonly after: Line | undefined
    }
  | { readonly kind: 'gap'; readonly lines: number }

const hunkStart = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

/** Reads a unified diff. Removed lines are paired with the added lines that follow them. */
export function rowsOfDiff(diff: string): Row[] {
  const rows: Row[] = []
  let removed: Line[] = []
  let added: Line[] = []
  let before = 0
  let after = 0
  const flush = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1)
      rows.push({ kind: 'changed', before: removed[index], after: added[index] })
    removed = []
    added = []
  }
  let hasBegun = false
  for (const line of diff.split('\n')) {
    const hunk = hunkStart.exec(line)
    if (hunk) {
      flush()
      const start = Number(hunk[1])
      if (start - 1 > before) rows.push({ kind: 'gap', lines: start - 1 - before })
      before = start - 1
      after = Number(hunk[2]) - 1
      hasBegun = true
    } else if (!hasBegun || line.startsWith('\\')) continue
    else if (line.startsWith('-')) {
      if (added.length > 0) flush()
      removed.push({ number: (before += 1), text: line.slice(1) })
    } else if (line.startsWith('+')) added.push({ number: (after += 1), text: line.slice(1) })
    else if (line.startsWith(' ')) {
      flush()
      const text = line.slice(1)
      rows.push({
        kind: 'same',
        before: { number: (before += 1), text },
        after: { number: (after += 1), text },
      })
    }
  }
  flush()
  return rows
}

/** Number of added and removed lines. */
export function countTotals(rows: readonly Row[]) {
  const changed = rows.filter((row) => row.kind === 'changed')
  return {
    added: changed.filter(({ after }) => after).length,
    removed: changed.filter(({ before }) => before).length,
  }
}
