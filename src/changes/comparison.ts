/** A line of a diff (docs/api/monitor.md): `ln` for a line of one version, `ln1` and `ln2` for a line of both. */
export interface DiffLine {
  readonly type: 'add' | 'del' | 'normal'
  readonly ln?: number
  readonly add?: true
  readonly del?: true
  readonly normal?: true
  readonly ln1?: number
  readonly ln2?: number
  /** Begins with `+`, `-` or a space. */
  readonly content: string
}

/** A changed part of the page with lines of context. */
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

/** A diff, as text and as a tree. */
export interface Diff {
  /** Unified diff of the Markdown. */
  readonly text: string
  readonly json: { readonly files: readonly DiffFile[] }
}

/** Result of comparing two versions of a page. */
export type Comparison = (
  | { readonly status: 'same' }
  | { readonly status: 'changed'; readonly diff: Diff }
) & {
  /** Lines that differ with every visit, where the page was loaded once more to find them. */
  readonly ignoredLines?: number
}
