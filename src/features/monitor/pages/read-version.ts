import { createHash } from 'node:crypto'
import type { PageVersion } from '#changes/page-version.ts'
import type { WatchSettings } from '#features/monitor/watch/watch.ts'
import type { Document } from '#formats/document.ts'
import type { LeasedPage } from '#jobs/frontier.ts'
import type { Job } from '#jobs/job.ts'
import type { ReadAgain } from '#kernel/read-again.ts'
import type { Compares } from './page-diff.ts'

/** A page that a job of a monitor has read. */
export interface CheckedPage {
  readonly job: Job
  readonly page: LeasedPage
  readonly document: Document
  /** Input of change detection. */
  readonly normalisedText: string | undefined
  readonly readAgain?: ReadAgain | undefined
}

/** Absent for targets without settings, and in jobs of earlier versions. */
export const readSettings = ({ request }: Job) =>
  (request as { readonly rules?: WatchSettings }).rules

/** Whether the target chooses a part of the page. */
export const selectsPart = (job: Job): boolean => (readOptions(job)?.includeTags ?? []).length > 0

/** Jobs of earlier versions compare texts. */
export const comparesIn = ({ request }: Job): Compares =>
  (request as { readonly compares?: Compares }).compares ?? 'text'

/** What is compared with the next visit. */
export function makeVersion({ job, document, normalisedText }: CheckedPage): PageVersion {
  const { markdown = '', json } = document
  if (comparesIn(job) === 'text') return { markdown, normalisedText }
  return { markdown, normalisedText, data: { key: extractionKey(job), value: json } }
}

/** The texts that a judgment may quote. */
export const readText = ({ markdown, data }: PageVersion) =>
  data ? `${markdown}\n${JSON.stringify(data.value)}` : markdown

/** The options of the pages of a job, whichever kind it is. */
function readOptions({ request }: Job) {
  const { options, scrapeOptions } = request as Partial<
    Record<
      'options' | 'scrapeOptions',
      {
        readonly formats: readonly { readonly type: string }[]
        readonly includeTags?: readonly string[]
      }
    >
  >
  return options ?? scrapeOptions
}

/** Names the schema and prompt of the data. */
function extractionKey(job: Job): string {
  const format = readOptions(job)?.formats.findLast(({ type }) => type === 'json')
  return createHash('sha256')
    .update(JSON.stringify(format ?? null))
    .digest('hex')
}
