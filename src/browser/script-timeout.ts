import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '#kernel/errors.ts'

/** Time limit for a page whose scripts block it. */
const responseMsMax = 10_000

/** Waits for a response of the page. Fails with `SCRAPE_SITE_ERROR` if its scripts block it for too long. */
export async function withScriptTimeout<Result>(work: Promise<Result>): Promise<Result> {
  const answered = new AbortController()
  const { signal } = answered
  const busy = sleep(responseMsMax, undefined, { signal, ref: false }).then(() => {
    const message = 'The scripts of the page keep the browser busy without a pause.'
    throw new ServiceError('SCRAPE_SITE_ERROR', message)
  })
  try {
    return await Promise.race([work, busy])
  } finally {
    answered.abort()
    busy.catch(() => {})
  }
}
