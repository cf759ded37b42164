import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '#test/fixtures/until.ts'

const script = new URL('../scripts/temporary-folder.mjs', import.meta.url).href

test('killed tests leave neither their temporary folder nor what they have started', async () => {
  await using parent = await mkdtempDisposable(join(tmpdir(), 'weir-parent-'))
  const program = `
    import { spawn } from 'node:child_process'
    import { makeTemporaryFolder } from ${JSON.stringify(script)}
    const folder = makeTemporaryFolder(${JSON.stringify(parent.path)})
    const env = { ...process.env, TMPDIR: folder }
    const started = spawn('sleep', ['600'], { env, detached: true, stdio: 'ignore' })
    process.stdout.write(folder + ' ' + started.pid)
    setInterval(() => {}, 1_000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program])
  const [told] = (await once(child.stdout, 'data')) as [Buffer]
  const [folder = '', pid = ''] = told.toString().split(' ')
  assert.ok(existsSync(folder))

  child.kill('SIGKILL')

  assert.ok(await until(() => !existsSync(folder)))
  assert.ok(await until(() => readCommandLine(pid) === ''))
})

/** Empty for a process that has ended. */
function readCommandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
