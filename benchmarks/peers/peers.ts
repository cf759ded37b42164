import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Whether `npm install --prefix benchmarks/peers` has been run. */
export const hasPeers = () => existsSync(join(import.meta.dirname, 'node_modules'))

/** A peer's module, found beside this file; what is known of it is for the caller to say. */
export async function loadPeer<Module>(name: string): Promise<Module> {
  return (await import(name)) as Module
}
