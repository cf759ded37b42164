import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { loadTests } from './fixtures/follow-tests.ts'
import { holdShared } from './fixtures/shared-parts.ts'
import { takeTurn, type Turns } from './fixtures/turns.ts'

const { test } = await loadTests()

/** For a whole file; its tests keep the shorter limit of the command. `Infinity` would be ignored. */
const fileMsMax = 3_600_000

/** For a check in a process of its own; a busy machine takes several times as long as an idle one. */
const checkMsMax = 600_000

/** What a process may take to end after its tests. */
const endMsMax = 60_000

type Files = readonly (readonly [name: string, url: string])[]

/** Runs test files one after the other in this process, each as a test with its own hooks, and in its turn. */
export async function testFiles(files: Files, turns?: Turns): Promise<void> {
  await using _ = holdShared()
  const tests = files.map(([name, url]) =>
    test(name, { timeout: fileMsMax }, async (context) => {
      const turn = turns && (await takeTurn(turns))
      context.after(() => turn?.[Symbol.asyncDispose]())
      if (!name.endsWith('.test.ts')) return runCheck(url)
      // Otherwise the first test would run while its file is being evaluated, as no test at the top level does.
      context.before(() => setImmediate())
      return import(url)
    }),
  )
  await Promise.all(tests)
  setTimeout(failOpen, endMsMax).unref()
}

/** Runs acceptance checks one after the other, each as a test in a process of its own. */
export function testChecks(files: Files, turns?: Turns): void {
  // The check is no part of the tests of this process.
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env
  const limits = { encoding: 'utf8', timeout: checkMsMax, killSignal: 'SIGKILL' } as const
  for (const [name, url] of files)
    void test(name, { timeout: fileMsMax }, async () => {
      await using _ = turns && (await takeTurn(turns))
      const check = spawnSync(process.execPath, [fileURLToPath(url)], { ...limits, env })
      process.stdout.write(check.stdout)
      assert.equal(check.status, 0, `${check.stdout}\n${check.stderr}`)
    })
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
