import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isListed } from './address-list.ts'

test('an address is found in a list in any notation', () => {
  const rows: [string, string[]][] = [
    ['10.1.2.3', ['10.1.2.3']],
    ['10.1.2.3', ['192.0.2.1', '10.1.0.0/16']],
    ['::ffff:10.1.2.3', ['10.1.2.3']],
    ['10.1.2.3', ['::ffff:10.1.0.0/112']],
    ['2001:db8::1', ['2001:DB8:0:0::/64']],
    ['fe80::1%eth0', ['fe80::/10']],
  ]
  for (const [address, list] of rows) assert.equal(isListed(address, list), true, address)
})

test('other addresses and invalid ones are not found', () => {
  const rows: [string, string[]][] = [
    ['10.1.2.3', []],
    ['10.1.2.4', ['10.1.2.3/32']],
    ['2001:db8::1', ['10.0.0.0/8', '2001:db8:1::/48']],
    ['::10.1.2.3', ['10.1.2.3']],
    ['unknown', ['0.0.0.0/0', '::/0']],
    ['', ['0.0.0.0/0', '::/0']],
  ]
  for (const [address, list] of rows) assert.equal(isListed(address, list), false, address)
})

test('an invalid list throws', () => {
  assert.throws(() => isListed('10.1.2.3', ['10.1.2.3', 'office']), /"office" is not an address/)
})
