import type { Command } from 'commander'
import { startLocalService } from './local-service.ts'
import {
  isServiceNamed,
  makeService,
  withServiceFlags,
  type ServiceFlags,
} from './running-service.ts'
import type { Terminal } from './terminal.ts'

/** `weir mcp`: the tools of a running service, or of one in this process, over standard input and output. */
export function declareMcp(command: Command, terminal: Terminal): void {
  withServiceFlags(command).action((flags: ServiceFlags) => mcp(flags, terminal))
}

async function mcp(flags: ServiceFlags, terminal: Terminal): Promise<void> {
  const closed = new AbortController()
  const close = () => closed.abort()
  process.stdin.once('end', close).once('close', close)
  const signal = AbortSignal.any([terminal.interrupted, closed.signal])
  const { forwardMcp } = await import('./forward-mcp.ts')
  if (await isServiceNamed(flags, terminal)) return forwardMcp(makeService(flags, terminal), signal)
  terminal.note('No service is named with WEIR_URL or WEIR_KEY: one starts in this process.')
  // It ends with the connection of the client, together with its data.
  const starting = startLocalService({ ...terminal, interrupted: signal }, { endsRequests: true })
  try {
    await forwardMcp(
      starting.then((service) => service.listen()),
      signal,
    )
  } finally {
    const [started] = await Promise.allSettled([starting])
    if (started.status === 'fulfilled') await started.value[Symbol.asyncDispose]()
  }
}
