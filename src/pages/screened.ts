import { ServiceError } from '#kernel/errors.ts'
import { threatFacts, type Decision } from '#threat/decision.ts'
import { notingBlocked, refuseBlocked } from '#threat/screen.ts'
import type { Threats } from '#threat/threats.ts'
import type { MadeDocument } from './make-document.ts'
import type { MakeDocument, PageOrder } from './sources/page.ts'

type Make = (order: PageOrder, scanCredits: number) => Promise<MadeDocument>

/** Judges the URL of the page first. What the scan cost is charged with the page, and also when the page fails. */
export const screened =
  (threats: Pick<Threats, 'findScreen'>, make: Make): MakeDocument =>
  async (order) => {
    const { request, signal } = order
    const screen = order.screen ?? threats.findScreen(order, request.threatProtection)
    const note = (decision: Decision) => order.onThreat?.(threatFacts(decision))
    const creditsNow = () => (order.screen ? 0 : screen.credits)
    try {
      const decision = await screen.scan(request.url, signal)
      note(decision)
      refuseBlocked(request.url, decision)
      return await make({ ...order, screen: notingBlocked(screen, note) }, creditsNow())
    } catch (thrown) {
      if (!(thrown instanceof ServiceError) || creditsNow() === 0) throw thrown
      throw thrown.withSpent(creditsNow())
    }
  }
