import type { Agent } from 'undici'

/** Connection pools by name, created on demand. */
export interface Agents extends AsyncDisposable {
  of(name: string, make: () => Agent): Agent
}

/** Maximum number of pools. The least recently used is closed and finishes its requests. */
const agentsMax = 256

export function createAgents(): Agents {
  /** Least recently used first. */
  const agents = new Map<string, Agent>()
  const closing = new Set<Agent>()

  function close(agent: Agent): void {
    closing.add(agent)
    void agent
      .close()
      .catch(() => agent.destroy())
      .finally(() => closing.delete(agent))
  }

  return {
    of(name, make) {
      const agent = agents.get(name) ?? make()
      agents.delete(name)
      agents.set(name, agent)
      const [oldest] = agents
      if (agents.size > agentsMax && oldest) {
        agents.delete(oldest[0])
        close(oldest[1])
      }
      return agent
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...agents.values(), ...closing].map((agent) => agent.destroy()))
      agents.clear()
    },
  }
}
