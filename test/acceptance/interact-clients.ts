/**
 * Public clients use a session by its `cdpUrl`, unmodified: Playwright for Node and for Python, Puppeteer and agent-browser, twenty
 * ordinary things each. `WEIR_TEST_CLIENTS` names a folder with the packages puppeteer-core and agent-browser, and `venv` with the
 * Python package playwright; those that are missing are skipped. Control: the same clients with a wrong token.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { report } from '#test/fixtures/acceptance.ts'
import { missingForSessions } from '#test/fixtures/boxed-session.ts'
import { startSite } from '#test/fixtures/site.ts'
import { startService } from '#test/service.ts'

const missing = await missingForSessions()
if (missing !== undefined) {
  process.stdout.write(`interact-clients: skipped: ${missing}\n`)
  process.exit(0)
}

const scripts = join(import.meta.dirname, '../fixtures/interact-clients')
const own = join(import.meta.dirname, '../..')
const folder = process.env['WEIR_TEST_CLIENTS'] ?? own
const agentBrowser = join(
  folder,
  `node_modules/agent-browser/bin/agent-browser-linux-${process.arch}`,
)
const python = join(folder, 'venv/bin/python')
const script = (name: string) => join(scripts, name)

/** Command of each client, without the URLs, and a file that must exist. */
const clients: Readonly<Record<string, { command: readonly string[]; needs: string }>> = {
  playwright: {
    command: [process.execPath, script('playwright.mjs'), own],
    needs: join(own, 'node_modules/playwright-core'),
  },
  'playwright for python': { command: [python, script('python-playwright.py')], needs: python },
  puppeteer: {
    command: [process.execPath, script('puppeteer.mjs'), folder],
    needs: join(folder, 'node_modules/puppeteer-core'),
  },
  'agent-browser': {
    command: [process.execPath, script('agent-browser.mjs'), agentBrowser],
    needs: agentBrowser,
  },
}

const others: Readonly<Record<string, string>> = {
  '/frame': '<b>inside</b>',
  '/second': '<title>Second</title><h1>Second</h1>',
}
await using site = await startSite((request, response) => {
  response.setHeader('content-type', 'text/html')
  const other = others[request.url ?? '']
  response.end(
    other ??
      `<title>Shop</title><h1>Beans</h1>
    <button id=more onclick="count.textContent = ++n">More</button><span id=count>0</span>
    <input id=name><select id=roast><option>light<option>dark</select><input type=checkbox id=gift>
    <p id=tip onmouseover="this.dataset.seen = 'yes'">Tip</p><iframe src=/frame></iframe>
    <a id=popup href=/second target=_blank rel=opener>Second</a><div style="height:3000px"></div>
    <script>let n = 0
      setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<i id=late>late</i>'), 300)</script>`,
  )
})
await using service = await startService({ env: { WEIR_BROWSER_PAGES_MAX: '1' } })
const url = await service.listen()
const home = mkdtempSync(join(tmpdir(), 'weir-clients-'))

/** Things that worked, and the complaints about the others. */
async function things(command: readonly string[], cdpUrl: string) {
  const [program = '', ...args] = command
  const env = { PATH: '/usr/bin:/bin', HOME: home, AGENT_BROWSER_SOCKET_DIR: home }
  const ran = await promisify(execFile)(program, [...args, cdpUrl, `${site.url}/`], {
    env,
    cwd: home,
    timeout: 300_000,
  }).catch((error: { stdout: string; message: string }) => ({
    stdout: `${error.stdout}\nfailed: ${error.message.split('\n').slice(-3).join(' ')}`,
  }))
  const lines = ran.stdout.split('\n').filter(Boolean)
  return {
    worked: lines.filter((line) => line.startsWith('ok ')).length,
    complaints: lines.filter((line) => !line.startsWith('ok ')),
  }
}

async function trial(command: readonly string[], isRight: boolean) {
  const { body } = await service.ask('POST', '/v2/interact', { body: {} })
  const cdpUrl = String(body.cdpUrl).replace(/^ws:\/\/[^/]+/, url.replace(/^http/, 'ws'))
  const given = isRight ? cdpUrl : cdpUrl.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  const result = await things(command, given)
  await service.ask('DELETE', `/v2/interact/${body.id}`)
  return result
}

const figures: string[] = []
let holds = true
let refused = 0
let tried = 0
for (const [name, { command, needs }] of Object.entries(clients)) {
  if (!existsSync(needs)) {
    figures.push(`${name} skipped`)
    continue
  }
  const { worked, complaints } = await trial(command, true)
  figures.push(`${name} ${worked} of 20`)
  holds &&= worked === 20
  for (const complaint of complaints) process.stderr.write(`${name}: ${complaint}\n`)
  tried += 1
  if ((await trial(command, false)).worked === 0) refused += 1
}
rmSync(home, { recursive: true, force: true })
report(
  'interact-clients',
  holds && refused === tried,
  `${figures.join('; ')}; control: ${refused} of ${tried} refused with a wrong token`,
)
