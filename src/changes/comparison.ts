/** A line of a diff (docs/api/monitor.md): `ln` of the side that has it, `ln1` and `ln2` when both do. */
export interface DiffLine {
  readonly type: 'add' | 'del' | 'normal'
  readonly ln?: number
  readonly add?: true
  readonly del?: true
  readonly normal?: true
  readonly ln1?: number
  readonly ln2?: number
  /** With its `+`, `-` or space. */
  readonly content: string
}

/** A part of the page that changed, with lines around it. */
export interface DiffChunk {
  /** `@@ -1,3 +1,4 @@` */
  readonly content: string
  readonly changes: readonly DiffLine[]
}

export interface DiffFile {
  readonly from: string
  readonly to: string
  readonly chunks: readonly DiffChunk[]
}

/** What is different, as text that tools read and as a tree. */
export interface Diff {
  /** Unified diff of the Markdown. */
  readonly text: string
  readonly json: { readonly files: readonly DiffFile[] }
}

/** What comparing two versions of a page says. */
export type Comparison =
  | { readonly status: 'same' }
  | { readonly status: 'changed'; readonly diff: Diff }
