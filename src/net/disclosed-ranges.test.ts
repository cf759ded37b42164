/** Address ranges and notations that other services have failed to block. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#config.ts'
import { createGuard } from './guard.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const destination = (host: string) => ({ host, port: 80 })
const isOpen = (address: string) => createGuard().isAllowed(address, destination('site.example'))

/** Asserts that all of `closed` is blocked and the neighbouring addresses are not. */
function assertClosed(closed: readonly string[], beside: readonly string[]): void {
  assert.deepEqual(closed.filter(isOpen), [])
  assert.deepEqual(
    beside.filter((address) => !isOpen(address)),
    [],
  )
}

test('172.16.0.0/12 is blocked completely', () => {
  const blocks = Array.from({ length: 16 }, (_, n) => [
    `172.${16 + n}.0.0`,
    `172.${16 + n}.255.255`,
  ])
  assertClosed(blocks.flat(), ['172.15.255.255', '172.32.0.0'])
})

test('198.18.0.0/15 is blocked', () => {
  const closed = ['198.18.0.0', '198.18.255.255', '198.19.0.0', '198.19.255.255']
  assertClosed(closed, ['198.17.255.255', '198.20.0.0'])
})

test('100.64.0.0/10 (carrier-grade NAT) is blocked completely', () => {
  const closed = ['100.64.0.0', '100.64.0.1', '100.100.100.200', '100.127.255.255']
  assertClosed(closed, ['100.63.255.255', '100.128.0.0'])
})

/** Hexadecimal pairs of a loopback, a private and a metadata address. */
const wrapped = ['7f00:1', 'a00:5', 'a9fe:a9fe']

test('NAT64 reaches no private address', () => {
  assertClosed(
    wrapped.flatMap((v4) => [`64:ff9b::${v4}`, `64:ff9b:1::${v4}`]),
    [],
  )
})

test('6to4 reaches no private address', () => {
  assertClosed(
    wrapped.map((v4) => `2002:${v4}::1`),
    [],
  )
})

test('Teredo reaches no private address', () => {
  assertClosed(
    wrapped.map((v4) => `2001:0:${v4}::1`),
    [],
  )
})

test('an IPv4 address at the end of ::/96 is blocked', () => {
  assertClosed(
    ['::127.0.0.1', '::10.0.0.5', '::169.254.169.254', ...wrapped.map((v4) => `::${v4}`)],
    [],
  )
})

test('a mapped IPv4 address is judged as its IPv4 address', () => {
  const closed = [
    '::ffff:127.0.0.1',
    '::ffff:169.254.169.254',
    ...wrapped.map((v4) => `::ffff:${v4}`),
  ]
  assertClosed(closed, ['::ffff:93.184.216.34'])
})

test('private addresses are blocked unless the operator allows them', () => {
  const config = readConfig({})
  assert.deepEqual(config.net.allowedPrivateCidrs, [])
  assert.deepEqual(config.net.allowedPrivateHosts, [])
  assert.equal(config.http.host, '127.0.0.1')
  assertClosed(['127.0.0.1', '10.0.0.1', '192.168.1.1', '169.254.169.254', '::1', 'fd00::1'], [])
})

/** A guard with fixed names. */
const makeGuard = (names: Readonly<Record<string, readonly string[]>>) =>
  createGuard({
    lookup: async (host) => (names[host] ?? []).map((address) => ({ address, family: 4 })),
  })
const { signal } = new AbortController()

test('a name is judged by all addresses it resolves to', async () => {
  const guard = makeGuard({
    'inward.example': ['10.0.0.5'],
    'both.example': ['93.184.216.34', '127.0.0.1'],
    'outward.example': ['93.184.216.34'],
  })
  const resolve = (host: string) => guard.resolve(destination(host), callerUntil(signal))
  await assert.rejects(resolve('inward.example'), { kind: 'address' })
  await assert.rejects(resolve('both.example'), { kind: 'address' })
  assert.equal((await resolve('outward.example')).length, 1)
})

test('a name is not judged by its prefix', async () => {
  const guard = makeGuard({
    '10.example.com': ['93.184.216.34'],
    '127.0.0.1.example.com': ['93.184.216.34'],
    'public.example.com': ['192.168.0.1'],
    '8.8.8.8.example.com': ['127.0.0.1'],
  })
  const resolve = (host: string) => guard.resolve(destination(host), callerUntil(signal))
  assert.equal((await resolve('10.example.com')).length, 1)
  assert.equal((await resolve('127.0.0.1.example.com')).length, 1)
  await assert.rejects(resolve('public.example.com'), { kind: 'address' })
  await assert.rejects(resolve('8.8.8.8.example.com'), { kind: 'address' })
})
