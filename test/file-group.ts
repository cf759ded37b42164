import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'

/** For a whole file; its tests keep the shorter limit of the command. `Infinity` would be ignored. */
const fileMsMax = 3_600_000

/** Runs test files one after the other in this process, each as a test with its own hooks. */
export function testFiles(files: readonly (readonly [name: string, url: string])[]): void {
  for (const [name, url] of files) {
    test(name, { timeout: fileMsMax }, (context) => {
      // Otherwise the first test would run while its file is being evaluated, as no test at the top level does.
      context.before(() => setImmediate())
      return import(url)
    })
  }
}
