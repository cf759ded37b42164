import type { AskService } from './running-service.ts'

/** Plans with as many credits have no limit in practice, as the plan of one's own machine. */
const unlimitedMin = 1_000_000_000

/** Whether credits are limited for the team. Where they are not, users need not read of them. A restricted key may not ask. */
export async function countsCredits(ask: AskService): Promise<boolean> {
  const usage = await ask<Usage>('GET', '/v2/team/credit-usage').catch(() => undefined)
  return (usage?.data.planCredits ?? unlimitedMin) < unlimitedMin
}

interface Usage {
  readonly data: { readonly planCredits: number }
}
