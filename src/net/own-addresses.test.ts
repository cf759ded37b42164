import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import { createOwnAddresses } from './own-addresses.ts'

/** Results for queries such as `127.0.0.1 3002`, or `127.0.0.1 3002 as name`. */
async function answers(endpoints: readonly [string, number][], questions: readonly string[]) {
  const own = createOwnAddresses()
  for (const [host, port] of endpoints) await own.add(host, port)
  const ask = () =>
    questions.map((question) => {
      const [address = '', port, , host = 'site.example'] = question.split(' ')
      return own.isOwn(address, { host, port: Number(port) })
    })
  const first = ask()
  await own.renew()
  assert.deepEqual(ask(), first)
  return Object.fromEntries(questions.map((question, index) => [question, first[index]]))
}

test('a port of the service is refused on every address of this machine', async () => {
  const listening: [string, number][] = [
    ['0.0.0.0', 3002],
    ['localhost', 5432],
    ['10.20.30.40', 6000],
  ]
  const asked = {
    '127.0.0.1 3002': true,
    '127.8.8.8 3002': true,
    '::1 5432': true,
    '10.20.30.40 6000': true,
    '127.0.0.1 3003': false,
    '10.20.30.40 3002': false,
    '127.0.0.1 6000': false,
  }
  assert.deepEqual(await answers(listening, Object.keys(asked)), asked)
})

test('interface addresses are refused on every port, loopback addresses on none', async () => {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const own = createOwnAddresses()
  for (const { address, internal } of all) {
    assert.equal(own.isOwn(address, { host: address, port: 8080 }), !internal, address)
  }
})

test('a service at a public address is refused by its name only', async () => {
  const services: [string, number][] = [
    ['93.184.216.34', 443],
    ['[2606:4700:4700::1111]', 9000],
    ['bucket.invalid', 443],
  ]
  const asked = {
    '93.184.216.34 443 as 93.184.216.34': true,
    '93.184.216.34 443 as other.example': false,
    '2606:4700:4700::1111 9000 as [2606:4700:4700:0::1111]': true,
    '203.0.113.9 443 as BUCKET.invalid.': true,
    '203.0.113.9 80 as bucket.invalid': false,
  }
  assert.deepEqual(await answers(services, Object.keys(asked)), asked)
})
