/** A thread: renders the pages of the repository that it is given, because that takes a second. */
import { parentPort, workerData } from 'node:worker_threads'
import { renderPages } from './read-pages.ts'

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
parentPort?.postMessage(await renderPages(workerData as string))
