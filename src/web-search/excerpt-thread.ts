import { excerpt, type ExcerptSource } from './excerpt.ts'

export { excerptCharsMax } from './excerpt.ts'

export interface ExcerptTask {
  readonly source: ExcerptSource
  readonly query: string
}

/** Runs in a thread. */
export const excerptInThread = ({ source, query }: ExcerptTask): string | undefined =>
  excerpt(source, query)
