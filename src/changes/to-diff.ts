import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatch } from 'diff'
import type { Diff, DiffChunk, DiffLine } from './comparison.ts'

/** Returns a patch in the format of the API (docs/api/monitor.md). */
export function toDiff(patch: StructuredPatch): Diff {
  const from = patch.oldFileName ?? ''
  const to = patch.newFileName ?? ''
  return {
    text: formatPatch(patch, FILE_HEADERS_ONLY),
    json: { files: [{ from, to, chunks: patch.hunks.map(makeChunk) }] },
  }
}

function makeChunk(hunk: StructuredPatch['hunks'][number]): DiffChunk {
  const { oldStart, oldLines, newStart, newLines } = hunk
  const changes: DiffLine[] = []
  let [oldLine, newLine] = [oldStart, newStart]
  for (const content of hunk.lines) {
    if (content.startsWith('+')) changes.push({ type: 'add', add: true, ln: newLine++, content })
    if (content.startsWith('-')) changes.push({ type: 'del', del: true, ln: oldLine++, content })
    if (content.startsWith(' ')) {
      changes.push({ type: 'normal', normal: true, ln1: oldLine++, ln2: newLine++, content })
    }
  }
  return { content: `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, changes }
}
