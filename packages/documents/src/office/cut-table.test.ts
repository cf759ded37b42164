import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withCommas } from './cut-table.ts'

test('cells that another sign parts are parted by commas', () => {
  assert.equal(
    withCommas('A^B\r\n1,5^"two ""words"" ^ more"\n\n"open', '^'),
    '"A","B"\n"1,5","two ""words"" ^ more"\n""\n"""open"',
  )
  assert.equal(withCommas('', ';'), '')
})

test('the size of a table of many cells grows by what is written between them', () => {
  const cells = 300_000
  assert.equal(withCommas('x;'.repeat(cells), ';').length, 4 * cells)
  assert.equal(withCommas('x\n'.repeat(cells), ';').length, 4 * cells)
})
