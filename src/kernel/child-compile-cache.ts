import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/** Environment by which a child process shares the compile cache of this one; empty without a cache. */
export function childCompileCache(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir()
  // Node appends a folder of its version to what the variable names.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
