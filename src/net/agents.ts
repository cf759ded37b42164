import type { Agent } from 'undici'
import { createMemory } from '#kernel/memory.ts'

/** Connection pools by name, created on demand. */
export interface ConnectionPools extends AsyncDisposable {
  of(name: string, make: () => Agent): Agent
}

/** Maximum number of pools. The least recently used is closed and finishes its requests. */
const agentsMax = 256

export function createConnectionPools(): ConnectionPools {
  const agents = createMemory<Agent>({ sizeMax: agentsMax, onRemoved: close })
  const closing = new Set<Agent>()

  function close(agent: Agent): void {
    closing.add(agent)
    void agent
      .close()
      .catch(() => agent.destroy())
      .finally(() => closing.delete(agent))
  }

  return {
    of: (name, make) => agents.getOrMake(name, make),
    async [Symbol.asyncDispose]() {
      await Promise.all([...agents.values(), ...closing].map((agent) => agent.destroy()))
      agents.clear()
    },
  }
}
