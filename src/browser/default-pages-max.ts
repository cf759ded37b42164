import { availableParallelism, totalmem } from 'node:os'

const pagesPerCore = 4
const typicalPageBytes = 300 * 1024 ** 2
const memoryShare = 0.5
const pagesMaxEver = 64

/** Returns the number of pages that the processors can handle and half of the memory can hold. */
export function defaultPagesMax(): number {
  const limit = process.constrainedMemory()
  const memoryBytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  const byMemory = Math.floor((memoryBytes * memoryShare) / typicalPageBytes)
  return Math.max(1, Math.min(availableParallelism() * pagesPerCore, byMemory, pagesMaxEver))
}
