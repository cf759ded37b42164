import assert from 'node:assert/strict'
import { BlockList } from 'node:net'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { createGuard } from './guard.ts'

const guard = createGuard()
const isAllowed = (address: string) => guard.isAllowed(address, { host: 'site.example', port: 80 })

/** The special ranges of IPv4, evaluated by Node instead of the library of the guard. */
const ranges =
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12
  192.0.0.0/24 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24
  198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3`
    .split(/\s+/)
    .map((range) => range.split('/'))
const special = new BlockList()
for (const [network = '', bits] of ranges) special.addSubnet(network, Number(bits))

const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
const anywhere = octets.map((parts) => parts.join('.'))
/** Random addresses rarely hit small ranges, so half of them start like one. */
const ipv4 = fc.oneof(
  anywhere,
  fc.tuple(fc.constantFrom(...ranges), octets).map(([[network = '', bits], random]) => {
    const kept = Math.floor(Number(bits) / 8)
    return [...network.split('.').slice(0, kept), ...random.slice(kept)].join('.')
  }),
)
const hex = (address: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
}

test('an IPv4 address is allowed exactly if it is in no special range', () => {
  fc.assert(
    fc.property(ipv4, (address) => isAllowed(address) === !special.check(address)),
    { numRuns: 5_000 },
  )
})

test('a mapped address is judged as its IPv4 address', () => {
  fc.assert(
    fc.property(ipv4, (address) => {
      const expected = isAllowed(address)
      assert.equal(isAllowed(`::ffff:${address}`), expected)
      assert.equal(isAllowed(`::ffff:${hex(address)}`), expected)
    }),
  )
})

test('no embedding makes a special address reachable, even if the embedding range is allowed', () => {
  const prefixes = ['64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/32', '::/96']
  const opened = createGuard({ allowedCidrs: prefixes })
  const wrap: ((address: string) => string)[] = [
    (address) => `64:ff9b::${hex(address)}`,
    (address) => `64:ff9b:1::${hex(address)}`,
    (address) => `2002:${hex(address)}::1`,
    (address) => `2001:0:${hex(address)}::1`,
    (address) => `::ffff:0:${hex(address)}`,
    (address) => `2606:4700::5efe:${hex(address)}`,
  ]
  const isSpecial = ipv4.filter((address) => special.check(address))
  fc.assert(
    fc.property(isSpecial, fc.constantFrom(...wrap), (address, wrapping) => {
      const destination = { host: 'site.example', port: 80 }
      return !opened.isAllowed(wrapping(address), destination)
    }),
    { numRuns: 2_000 },
  )
})

test('no IPv6 address outside 2000::/3 is allowed', () => {
  const groups = fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(groups, ([first = 0, ...rest]) => {
      const outside = first % 0x2000
      const address = [outside, ...rest].map((group) => group.toString(16)).join(':')
      return !isAllowed(address) || address.startsWith('0:0:0:0:0:ffff:')
    }),
    { numRuns: 2_000 },
  )
})
