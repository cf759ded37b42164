import assert from 'node:assert/strict'
import { test } from 'node:test'
import { steps } from './steps.ts'

test('steps have short forms', () => {
  const written = [
    'wait:1500',
    'wait:#list',
    'click:a.more:first-child',
    'write:a: b',
    'press:Enter',
  ]
  const others = ['scroll', 'scroll:up', 'screenshot:full', 'scrape', 'js:1 + 1', 'pdf']

  const read = [...written, ...others].flatMap((text) => steps(text))

  assert.deepEqual(read, [
    { type: 'wait', milliseconds: 1500 },
    { type: 'wait', selector: '#list' },
    { type: 'click', selector: 'a.more:first-child' },
    { type: 'write', text: 'a: b' },
    { type: 'press', key: 'Enter' },
    { type: 'scroll' },
    { type: 'scroll', direction: 'up' },
    { type: 'screenshot', fullPage: true },
    { type: 'scrape' },
    { type: 'executeJavascript', script: '1 + 1' },
    { type: 'pdf' },
  ])
})

test('steps may be JSON, one or several, and come after each other', () => {
  const first = steps('{"type": "press", "key": "a"}')

  assert.deepEqual(steps('[{"type": "scrape"}, {"type": "pdf"}]', first), [
    { type: 'press', key: 'a' },
    { type: 'scrape' },
    { type: 'pdf' },
  ])
})

test('an invalid step is refused with a list of the valid ones', () => {
  assert.throws(() => steps('clik:#a'), /one of wait, click/)
  assert.throws(() => steps('{"type": '), /not valid JSON/)
  assert.throws(() => steps('toString:1'), /one of wait/)
})
