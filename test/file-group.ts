import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { holdShared } from './fixtures/shared-parts.ts'

/** For a whole file; its tests keep the shorter limit of the command. `Infinity` would be ignored. */
const fileMsMax = 3_600_000

/** What a process may take to end after its tests. */
const endMsMax = 60_000

/** Runs test files one after the other in this process, each as a test with its own hooks. */
export async function testFiles(
  files: readonly (readonly [name: string, url: string])[],
): Promise<void> {
  await using _ = holdShared()
  const tests = files.map(([name, url]) =>
    test(name, { timeout: fileMsMax }, (context) => {
      if (!name.endsWith('.test.ts')) return runCheck(url)
      // Otherwise the first test would run while its file is being evaluated, as no test at the top level does.
      context.before(() => setImmediate())
      return import(url)
    }),
  )
  await Promise.all(tests)
  setTimeout(failOpen, endMsMax).unref()
}

/** An acceptance check says by the exit code what it has found. */
async function runCheck(url: string): Promise<void> {
  process.exitCode = undefined
  await import(url)
  assert.equal(process.exitCode, 0, 'The check has failed: see the line that it has printed.')
}

/** Something that a test left open would keep the process, and the command, for ever. */
function failOpen(): void {
  process.stderr.write(`Tests left open: ${process.getActiveResourcesInfo().join(', ')}\n`)
  process.exit(1)
}
