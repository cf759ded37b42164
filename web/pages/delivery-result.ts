import { send } from '../api.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/monitor-channels.ts'
import type * as contract from '../../src/features/webhook/contract.ts'
import type { Row } from '../reply.ts'

type Delivery = Row<typeof contract.Deliveries>

export interface DeliveryResult {
  readonly isGood: boolean
  readonly text: string
}

const pauseMs = 300
const triesMax = 100

/** What became of the only delivery of a job: waits for its first attempt, which the delivery log shows as well. */
export async function waitForDelivery(jobId: string): Promise<DeliveryResult> {
  const startedMs = performance.now()
  for (let tried = 0; tried < triesMax; tried += 1) {
    const { data } = await send<{ data: readonly Delivery[] }>(
      'GET',
      `/v2/webhooks/deliveries?jobId=${jobId}`,
    )
    const [delivery] = data
    if (delivery?.state === 'delivered') {
      const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
      return { isGood: true, text: fill(words.testArrived, { seconds }) }
    }
    if (delivery && delivery.error !== null) return { isGood: false, text: delivery.error }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return { isGood: false, text: words.testLate }
}
