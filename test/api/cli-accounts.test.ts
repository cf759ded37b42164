import assert from 'node:assert/strict'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, describe, test } from 'node:test'
import { request } from 'undici'
import { testDatabase } from '#test/database.ts'
import { send } from '#test/fixtures/ask.ts'
import { weir, weirHere } from '#test/fixtures/terminal.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'
import { startService } from '#test/service.ts'

const status = async (url: string, key: string) =>
  (await send({ url, key }, 'GET /v2/team/credit-usage')).status

/** The token of a printed link. */
const readToken = ({ out }: { out: string }) => new URL(out.trim()).hash.slice(1)

describe('beside a running service', () => {
  const resources = new AsyncDisposableStack()
  let url: string
  let env: NodeJS.ProcessEnv
  before(async () => {
    const database = resources.use(await testDatabase())
    const service = resources.use(await startService({ databaseUrl: database.url }))
    url = await service.listen()
    env = {
      WEIR_DATA_DIR: service.dataDir,
      WEIR_SEARCH: 'local',
      DATABASE_URL: database.url,
    }
  })
  after(() => resources.disposeAsync())

  const run = (command: string) => weirHere(command.split(' '), { env })
  const json = async (command: string) => JSON.parse((await run(`${command} --json`)).out)

  // Each command takes a busy machine many seconds.
  const timeout = 600_000
  test(
    'a key that is made works at once, and a revoked one stops working',
    { timeout },
    async () => {
      const { id, key } = await json('keys create --name laptop')

      assert.equal(await status(url, key), 200)
      assert.equal((await run(`keys revoke ${id}`)).exitCode, 0)
      while ((await status(url, key)) !== 401) await sleep(100)
    },
  )

  test('the search index of a team can be emptied, as a whole or for a host', async () => {
    assert.equal((await run('teams forget --host example.com')).exitCode, 0)
    assert.equal((await run('teams forget')).exitCode, 0)
    assert.match((await run('teams forget nobody')).note, /There is no team nobody/)
  })

  test('threat protection and safe mode are set for a team', async () => {
    const change =
      'threat set first --access enforced --mode manual-only --threshold 60 --blacklist evil.example,*.evil.example --overrides refused'
    const { updatedAt, ...changed } = await json(change)
    assert.ok(Date.parse(updatedAt) > 0)
    const expected = {
      access: 'enforced',
      mode: 'manual-only',
      riskScoreThreshold: 60,
      blacklist: ['evil.example', '*.evil.example'],
      whitelist: [],
      blockedTlds: [],
      failurePolicy: 'closed',
      allowRequestOverrides: false,
    }
    assert.deepEqual(changed, expected)
    const { blacklist } = await json('threat set first --access allowed --blacklist none')
    assert.deepEqual(blacklist, [])
    assert.match((await run('threat show')).out, /manual-only +60/)
    const refused = await run('threat set first --whitelist https://evil.example')
    assert.match(refused.note, /whitelist\.0: Invalid domain entry/)
    assert.match((await run('threat set first --threshold 101')).note, /from 0 to 100/)
    await run('threat set first --mode off --overrides allowed')

    assert.equal((await json('teams set first --safe-mode on')).safeMode, true)
    assert.equal((await json('teams set first --safe-mode off')).safeMode, false)
  })

  test('the webhook secret of a team is stable until it is rotated', async () => {
    const first = await run('teams webhook-secret')
    assert.match(first.out, /^whsec_[A-Za-z0-9+/]{43}=\n$/)
    assert.equal((await run('teams webhook-secret')).out, first.out)
    const second = await run('teams webhook-secret --rotate')
    assert.notEqual(second.out, first.out)
    assert.equal((await run('teams webhook-secret first')).out, second.out)
  })

  test('a person joins with the link of an invite, gets a new password, and is disabled', async () => {
    const origin = url
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', 'x-weir-console': '1', origin }
      const answer = await request(`${url}/console/api/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      await answer.body.dump()
      return answer.statusCode
    }
    const email = 'ada@example.org'
    const [first, second] = ['correct horse battery', 'battery horse correct']

    const token = readToken(await run(`people invite ${email} --role admin`))
    assert.equal(await post('link/use', { token, name: 'Ada', password: first }), 200)
    assert.equal((await json('people list'))[0].email, email)
    const reset = readToken(await run(`people reset ${email}`))
    assert.equal(await post('link/use', { token: reset, password: second }), 200)
    assert.equal(await post('session', { email, password: first }), 401)
    assert.equal((await run(`people disable ${email}`)).exitCode, 0)
    assert.equal(await post('session', { email, password: second }), 401)
    assert.match((await run(`people reset ${email}`)).note, /no active person/)
  })

  test('the list of keys identifies keys without revealing them', async () => {
    const { key } = await json('keys create --name robot --endpoints scrape --formats markdown')

    const { out } = await run('keys list')

    assert.match(out, /robot +scrape +markdown/)
    assert.ok(!out.includes(key))
  })

  test('a key with an unknown restriction is not created', async () => {
    for (const [option, text] of [
      ['--formats bogus', /bogus is not one of markdown, html/],
      ['--formats ,', /Name some of markdown/],
      ['--endpoints ,', /Name some of scrape/],
    ] as const) {
      const { out, note, exitCode } = await run(`keys create ${option}`)
      assert.deepEqual([out, exitCode], ['', 2])
      assert.match(note, text)
    }
  })

  test('a team has its plan, its keys and its credits', async () => {
    await run('teams create marketing --plan hobby')
    const { key } = await json('keys create --team marketing --name first')
    const before = Number((await run('credits balance marketing')).out)

    const granted = await run('credits grant marketing 500 --note November')

    assert.equal(await status(url, key), 200)
    assert.match(granted.note, new RegExp(`${before + 500} credits`))
    assert.equal((await json('teams show marketing')).credits, before + 500)
    assert.equal((await json('teams set marketing --plan growth')).plan, 'growth')
  })

  test('a team can be restricted to addresses', async () => {
    await run('teams create office')
    const { key } = await json('keys create --team office --name desk')
    const set = async (list: string) =>
      (await json(`teams set office --allowed-ips ${list}`)).allowedAddresses

    assert.deepEqual(await set('192.0.2.0/24,2001:db8::1'), ['192.0.2.0/24', '2001:db8::1'])
    assert.equal(await status(url, key), 403)
    assert.match((await run('teams list')).out, /office .*192\.0\.2\.0\/24, 2001:db8::1/)
    assert.deepEqual(await set('any'), [])
    while ((await status(url, key)) !== 200) await sleep(100)
    assert.match((await run('teams set office --allowed-ips desk')).note, /is not an address range/)
  })

  test('changing a plan changes only the named values', async () => {
    const before = (await json('plans list')).find(
      (plan: { name: string }) => plan.name === 'scale',
    )

    const [after] = await json('plans set scale --concurrency 7 --rate map=12')

    assert.equal(after.concurrencyMax, 7)
    assert.equal(after.requestsPerMinute.map, 12)
    assert.equal(after.requestsPerMinute.scrape, before.requestsPerMinute.scrape)
    assert.equal(after.queuedJobsMax, before.queuedJobsMax)
  })

  test('an unknown name is reported with the known ones', async () => {
    const team = await run('teams show nobody')
    const plan = await run('teams create sales --plan golden')
    const key = await run('keys revoke 01890000-0000-7000-8000-000000000000')

    assert.match(team.note, /There is no team nobody/)
    assert.ok([team, plan, key].every(({ exitCode }) => exitCode === 1))
    assert.ok([team, plan, key].every(({ note }) => !/\n\s+at /.test(note)))
  })
})

describe('beside a running service of another process', () => {
  let service: WeirProcess
  before(async () => {
    service = await startWeir({ env: { WEIR_BROWSER_PAGES_MAX: '0' } })
  })
  after(() => service[Symbol.asyncDispose]())

  test('a command uses the database of the data folder', async () => {
    const { out } = await weir(['keys', 'create'], { env: service.env })
    assert.equal(await status(service.url, out.trim()), 200)
  })

  test('weir doctor reports no problem on a working machine', async () => {
    const env = { ...service.env, WEIR_BROWSER_PAGES_MAX: '' }
    const { out } = await weirHere(['doctor', '--json'], { env })
    const findings = JSON.parse(out) as { subject: string; state: string; text: string }[]

    assert.deepEqual(
      findings.filter(({ state }) => state === 'missing'),
      [],
    )
    assert.match(
      findings.find(({ subject }) => subject === 'service')?.text ?? '',
      /^running and ready on/,
    )
    assert.match(
      findings.find(({ subject }) => subject === 'database')?.text ?? '',
      /PostgreSQL 18/,
    )
  })

  test('the service stops at SIGTERM and its database starts again on the same data folder', async () => {
    service.child.kill('SIGTERM')
    const [exitCode] = await once(service.child, 'exit')

    const { exitCode: listed, out } = await weir(['keys', 'list'], { env: service.env })

    assert.equal(exitCode, 0)
    assert.equal(listed, 0)
    assert.equal(out.trim().split('\n').length, 3)
  })
})
