import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Whether `npm install --prefix benchmarks/peers` has been run. */
export const hasPeers = () => existsSync(join(import.meta.dirname, 'node_modules'))

/** A module of a peer; its types are unknown. */
export async function loadPeer<Module>(name: string): Promise<Module> {
  return (await import(name)) as Module
}
