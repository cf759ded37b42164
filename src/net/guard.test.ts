import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { test } from 'node:test'
import { NetError } from './failure.ts'
import { createGuard, type GuardOptions } from './guard.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const destination = (host: string, port = 80) => ({ host, port })
const allows = (address: string, options: GuardOptions = {}) =>
  createGuard(options).isAllowed(address, destination('site.example'))

test('public addresses are allowed', () => {
  const addresses = [
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '93.184.216.34',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.1',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00:1450:4001::1',
    '::ffff:93.184.216.34',
  ]
  assert.deepEqual(
    addresses.filter((address) => !allows(address)),
    [],
  )
})

test('private, special and embedded addresses are refused', () => {
  // Plain, then embedded: mapped, compatible, SIIT, NAT64, 6to4, Teredo, ISATAP; then invalid addresses.
  const addresses = `
    0.0.0.0 0.1.2.3 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.1 127.255.255.254
    169.254.0.1 169.254.169.254 172.16.0.0 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1
    192.88.99.1 192.168.0.0 192.168.255.255 198.18.0.0 198.19.255.255 198.51.100.1 203.0.113.1
    224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 168.63.129.16 100.100.100.200 :: ::1
    fc00::1 fdff::1 fd00:ec2::254 fd20:ce::254 fe80::1 febf::1 fec0::1 ff02::1 2001:db8::1 3fff::1
    100::1 5f00::1 4000::1 1::1 2001:2::1 2001:10::1 2001:20::1 fe80::1%eth0 ::ffff:127.0.0.1
    ::ffff:10.0.0.1 ::ffff:a9fe:a9fe ::127.0.0.1 ::10.0.0.5 ::ffff:0:7f00:1 ::ffff:0:a9fe:a9fe
    64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::a00:5 64:ff9b::5db8:d822 2002:7f00:1::1
    2002:a9fe:a9fe::1 2001:0:7f00:1::1 2001:0:101:101::80ff:fffe 2606:4700::5efe:7f00:1
    2606:4700::200:5efe:a00:5 localhost 127.1 0x7f.1 2130706433 [::1]`
    .trim()
    .split(/\s+/)
  assert.deepEqual(
    addresses.filter((address) => allows(address)),
    [],
  )
  assert.equal(allows(''), false)
})

test('an allowed range allows exactly its addresses, in every notation', () => {
  const options = { allowedCidrs: ['10.1.0.0/16', 'fd12:3456::/32', '192.168.7.7'] }
  const opened = ['10.1.0.0', '10.1.255.255', '::ffff:10.1.2.3', 'fd12:3456::1', '192.168.7.7']
  const closed = [
    '10.0.255.255',
    '10.2.0.0',
    'fd12:3457::1',
    '192.168.7.8',
    '::10.1.2.3',
    '127.0.0.1',
  ]
  assert.deepEqual(
    opened.filter((address) => !allows(address, options)),
    [],
  )
  assert.deepEqual(
    closed.filter((address) => allows(address, options)),
    [],
  )
})

test('allowing a translation prefix allows only permitted addresses behind it', () => {
  const options = { allowedCidrs: ['64:ff9b::/96'] }
  assert.equal(allows('64:ff9b::5db8:d822', options), true)
  assert.equal(allows('64:ff9b::a00:5', options), false)
  assert.equal(allows('64:ff9b::a9fe:a9fe', options), false)
})

test('metadata addresses are refused even if all ranges are allowed', () => {
  const options = { allowedCidrs: ['0.0.0.0/0', '::/0'], allowedHosts: ['site.example'] }
  const closed = [
    '169.254.169.254',
    '169.254.170.2',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd20:ce::254',
    'fd00:42::42',
    'fd00:c1::a9fe:a9fe',
    'fd00:a9fe:a9fe::1',
    'fe80::a9fe:a9fe',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '0.0.0.0',
    '::',
    '224.0.0.1',
  ]
  assert.deepEqual(
    closed.filter((address) => allows(address, options)),
    [],
  )
  assert.equal(allows('127.0.0.1', options), true)
})

test('the service itself is refused even if its range is allowed', () => {
  const guard = createGuard({
    allowedCidrs: ['127.0.0.0/8'],
    isOwnAddress: (address, { port }) => address === '127.0.0.1' && port === 3002,
  })
  assert.equal(guard.isAllowed('127.0.0.1', destination('a.example', 3002)), false)
  assert.equal(guard.isAllowed('::ffff:127.0.0.1', destination('a.example', 3002)), false)
  assert.equal(guard.isAllowed('127.0.0.1', destination('a.example', 3003)), true)
})

test('an allowed host name may be private, other names may not', () => {
  const guard = createGuard({ allowedHosts: ['wiki.corp', '*.lab.corp'] })
  const isAllowed = (host: string) => guard.isAllowed('10.0.0.5', destination(host))
  assert.deepEqual(
    ['wiki.corp', 'WIKI.corp.', 'a.lab.corp', 'lab.corp', 'xwiki.corp', 'wiki.corp.evil'].map(
      isAllowed,
    ),
    [true, true, true, false, false, false],
  )
  assert.equal(guard.isAllowed('169.254.169.254', destination('wiki.corp')), false)
})

test('a name resolves only if all its addresses are allowed, with one lookup', async () => {
  const questions: string[] = []
  const answers: Record<string, readonly LookupAddress[]> = {
    'good.example': [
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ],
    'mixed.example': [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ],
    'empty.example': [],
  }
  const guard = createGuard({
    async lookup(host) {
      questions.push(host)
      const found = answers[host]
      if (!found) throw new Error('ENOTFOUND')
      return found
    },
  })
  const resolve = (host: string) =>
    guard.resolve(destination(host), callerUntil(AbortSignal.timeout(60_000)))

  assert.deepEqual(
    (await resolve('good.example')).map(({ address }) => address),
    ['93.184.216.34', '2606:4700::1'],
  )
  assert.deepEqual(questions, ['good.example'])
  for (const host of ['mixed.example', 'empty.example', 'missing.example', '10.0.0.1', '::1']) {
    await assert.rejects(resolve(host), (error: unknown) => {
      assert.ok(error instanceof NetError)
      assert.deepEqual([error.kind, error.message], ['address', 'ERR_NAME_NOT_RESOLVED'])
      return true
    })
  }
})

test('an invalid range in the settings is refused with an error that names it', () => {
  assert.throws(() => createGuard({ allowedCidrs: ['10.0.0.0/33'] }), /"10\.0\.0\.0\/33" is not/)
  assert.throws(() => createGuard({ allowedCidrs: ['intranet'] }), /"intranet" is not/)
})
