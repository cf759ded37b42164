import { setImmediate as pause, setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, ConnectOverCDPTransport, Page } from 'playwright-core'
import { loadDriver } from '#browser/driver.ts'
import { orAborted } from '#kernel/or-aborted.ts'
import { parseMessage } from './relay/message.ts'
import type { Relay } from './relay/relay.ts'

/** The page of a session as this process drives it, by the relay like every other client. */
export interface DrivenPage extends AsyncDisposable {
  readonly context: BrowserContext
  /** The page that was used last. */
  readonly page: Page
}

const connectMsMax = 15_000
const dialogMsMax = 2_000

/** Connects to the browser of a session. Fails if it has ended, and if it has too many clients. */
export async function drivePage(relay: Relay, gone: AbortSignal): Promise<DrivenPage> {
  const { transport, leave } = await relayTransport(relay)
  gone.addEventListener('abort', leave, { once: true })
  try {
    const driver = await loadDriver()
    const connecting = driver.connectOverCDP(transport, { timeout: connectMsMax })
    const browser = await orAborted(connecting, gone)
    const context = browser.contexts()[0] ?? (await orAborted(browser.newContext(), gone))
    const page = await orAborted(currentPage(context, relay.pageId), gone)
    leaveDialogs(context)
    return { context, page, [Symbol.asyncDispose]: async () => leave() }
  } catch (thrown) {
    leave()
    throw thrown
  }
}

/** Programs may handle dialogs of the page; one that is not handled would block it. */
function leaveDialogs(context: BrowserContext): void {
  context.on('dialog', (dialog) => {
    const dismiss = async () => {
      await sleep(dialogMsMax, undefined, { ref: false })
      await dialog.dismiss()
    }
    // It has been handled.
    dismiss().catch(() => {})
  })
}

async function relayTransport(relay: Relay) {
  const transport: ConnectOverCDPTransport = {
    send: (message) => client.take(JSON.stringify(message)),
    close: () => leave(),
  }
  const deliver = async (text: string | Buffer) => {
    await pause()
    const message = parseMessage(text)
    if (message) transport.onmessage?.(message)
  }
  // After a message that cannot be read, the browser is not used further.
  const send = (text: string | Buffer) => void deliver(text).catch(() => leave())
  const client = await relay.join({ send }, 'service')
  let hasLeft = false
  function leave(): void {
    if (hasLeft) return
    hasLeft = true
    client.leave()
    transport.onclose?.()
  }
  return { transport, leave }
}

async function currentPage(context: BrowserContext, pageId: string | undefined): Promise<Page> {
  const pages = context.pages()
  for (const page of pages) {
    const session = await context.newCDPSession(page)
    const { targetInfo } = await session.send('Target.getTargetInfo')
    await session.detach()
    if (targetInfo.targetId === pageId) return page
  }
  return pages.at(-1) ?? context.newPage()
}
