import { unpackDocument } from '#formats/packed-document.ts'
import type { Jobs } from '#jobs/job.ts'
import type { JobPage, PagesQuery } from './work-contract.ts'

/** Documents that one request looks at; with a search a page may need several requests. */
const readMax = 1_000
const batchMax = 100
const batchBytesMax = 8 * 1_024 ** 2

interface Found {
  readonly data: JobPage[]
  readonly next: number | null
}

/** Lists the pages of a job without their contents, in the order of the status. */
export const createListPages =
  (jobs: Pick<Jobs, 'documents'>) =>
  async (id: string, { skip, limit, find }: PagesQuery): Promise<Found> => {
    const data: JobPage[] = []
    let position = skip
    while (position < skip + readMax) {
      const batch = await jobs.documents(id, {
        skip: position,
        countMax: find === '' ? limit - data.length : batchMax,
        bytesMax: batchBytesMax,
      })
      if (batch.length === 0) return { data, next: null }
      for (const { bytes, jsonBytes } of batch) {
        const { metadata } = await unpackDocument(bytes)
        const { sourceURL, title, statusCode } = metadata
        const page = { position, url: sourceURL, title: readText(title), status: statusCode }
        if (fits(page, find)) data.push({ ...page, bytes: jsonBytes })
        position += 1
        if (data.length === limit) return { data, next: position }
      }
    }
    return { data, next: position }
  }

const readText = (title: unknown): string => (typeof title === 'string' ? title : '')

const fits = ({ url, title, status }: Omit<JobPage, 'bytes'>, find: string) =>
  find === '' || `${url} ${title} ${status}`.toLowerCase().includes(find)
