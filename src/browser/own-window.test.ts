import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contextSetting } from './context-setting.ts'
import { makeEmulation } from './own-window.ts'

const of = (options: {
  mobile?: boolean
  country?: string
  width?: number
  userAgent?: string
}) => {
  const { mobile = false, country = 'US', width, userAgent } = options
  const screenshot = { fullPage: false, ...(width && { viewport: { width, height: 800 } }) }
  const context = contextSetting({ mobile, location: { country }, screenshot })
  return (hasWindows: boolean) => makeEmulation({ hasWindows, context, userAgent })
}

test('in a browser with windows only what differs from them is emulated', () => {
  const own = of({})(true)
  const german = of({ country: 'DE' })(true)
  const wide = of({ width: 1_920 })(true)

  assert.deepEqual(own, { size: { viewport: null }, identity: 'none' })
  assert.deepEqual(german, { size: { viewport: null }, identity: 'languages' })
  assert.equal(wide.size.viewport?.width, 1_920)
  assert.equal(wide.identity, 'none')
})

test('phones, user agents of callers and browsers without windows are emulated as a whole', () => {
  const phone = of({ mobile: true })(true)
  const other = of({ userAgent: 'Mine' })(true)
  const windowless = of({})(false)

  assert.deepEqual([phone.identity, phone.size.isMobile], ['all', true])
  assert.deepEqual(other, { size: { viewport: null }, identity: 'all' })
  assert.deepEqual([windowless.identity, windowless.size.viewport?.width], ['all', 1_280])
})
