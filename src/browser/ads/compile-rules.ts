/** A thread: compiles the rules of a list and sends them serialised, because that takes hundreds of milliseconds. */
import { parentPort, workerData } from 'node:worker_threads'
import { FiltersEngine } from '@ghostery/adblocker'

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
parentPort?.postMessage(FiltersEngine.parse(workerData as string).serialize())
