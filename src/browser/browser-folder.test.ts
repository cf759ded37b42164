import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { browserFolder, killOrphans } from './browser-folder.ts'

const hasProc = existsSync('/proc/self/stat')

test(
  'browsers of killed processes are ended, those of living ones are not',
  { skip: !hasProc },
  async () => {
    const living = await browserFolder(undefined)
    const orphaned = await browserFolder(undefined)
    // Another process with the same id, but another start time.
    await writeFile(join(orphaned.path, 'owner'), '1 999999999999')
    const pretending = [
      '-e',
      'setTimeout(() => {}, 60_000)',
      '--',
      `--user-data-dir=${orphaned.path}`,
    ]
    const browser = spawn(process.execPath, pretending, { stdio: 'ignore' })
    const ended = once(browser, 'exit')
    await once(browser, 'spawn')

    await killOrphans()

    assert.deepEqual(await ended, [null, 'SIGKILL'])
    assert.deepEqual([existsSync(orphaned.path), existsSync(living.path)], [false, true])
    await living.remove()
  },
)
