import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGuard } from '#net/guard.ts'
import {
  browsersUnderTest,
  browserUnderTest,
  plainSetting,
  startBrowsers,
} from '#test/fixtures/browsers.ts'
import { startSite } from '#test/fixtures/site.ts'
import type { OpenedPage } from './browsers.ts'
import { createAdBlocker } from './ad-blocker.ts'
import { callerUntil } from '#test/fixtures/caller.ts'
import { unpackBrowser, type BrowserProgram } from './unpack.ts'

/** A browser that this process does not manage, listening on a port like a remote one. */
async function startElsewhere({ path, env }: BrowserProgram) {
  const folder = await mkdtemp(join(tmpdir(), 'weir-elsewhere-'))
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${folder}`]
  const child = spawn(path, [...flags, '--remote-debugging-port=0'], {
    stdio: 'ignore',
    env: { ...env, HOME: folder, PATH: '/usr/bin:/bin' },
  })
  const portFile = join(folder, 'DevToolsActivePort')
  while (!existsSync(portFile) || readFileSync(portFile, 'utf8') === '') await sleep(5)
  const [port] = readFileSync(portFile, 'utf8').split('\n')
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    },
  }
}

for (const [name, { found }] of Object.entries(browsersUnderTest)) {
  test(`${name} that runs elsewhere is used, through our proxy`, async () => {
    await using site = await startSite((request, response) => {
      response.end(`<h1>Hello ${String(request.headers['x-name'])}</h1>`)
    })
    await using elsewhere = await startElsewhere(await unpackBrowser(found))
    const guard = createGuard({ allowedHosts: ['localhost'] })
    await using browsers = await startBrowsers({
      found: { kind: 'remote', urls: [elsewhere.url] },
      net: { guard },
    })
    const show = <T>(use: (opened: OpenedPage) => Promise<T>, setting = plainSetting) =>
      browsers.withPage(setting, callerUntil(AbortSignal.timeout(60_000)), use)

    const refused = await show(async ({ page, lastFailure }) => {
      await assert.rejects(page.goto(site.url))
      return lastFailure()?.kind
    })
    const shown = await show(
      async (opened) => {
        const { page } = opened
        const url = `http://localhost:${site.port}`
        await createAdBlocker({}).attach(opened, url)
        await page.goto(url)
        return page.innerText('h1')
      },
      { ...plainSetting, headers: { 'x-name': 'Reed' } },
    )
    const described = browsers.describe()

    assert.deepEqual([refused, shown], ['address', 'Hello Reed'])
    assert.match(described, /^Chromium [\d.]+, remote at 127\.0\.0\.1:\d+$/)
  })
}

test('pages are spread over remote browsers, and over those that are left when one is gone', async () => {
  await using site = await startSite((_request, response) => void response.end('<h1>Hello</h1>'))
  const found = browserUnderTest()
  assert.ok(found)
  const program = await unpackBrowser(found)
  await using one = await startElsewhere(program)
  await using other = await startElsewhere(program)
  await using browsers = await startBrowsers({
    found: { kind: 'remote', urls: [one.url, other.url] },
    net: { guard: createGuard({ allowedHosts: ['localhost'] }) },
  })
  const read = () =>
    browsers.withPage(plainSetting, callerUntil(AbortSignal.timeout(60_000)), async ({ page }) => {
      await page.goto(`http://localhost:${site.port}`)
      return page.innerText('h1')
    })
  const readThree = async () => [await read(), await read(), await read()]

  assert.deepEqual(await readThree(), ['Hello', 'Hello', 'Hello'])
  assert.equal(browsers.gauges().running, 2)
  assert.match(browsers.describe(), /remote at 127\.0\.0\.1:\d+, 127\.0\.0\.1:\d+$/)
  one.child.kill('SIGKILL')
  assert.deepEqual(await readThree(), ['Hello', 'Hello', 'Hello'])
})
