import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callerUntil } from '#test/fixtures/caller.ts'
import { createWatcher } from './create-watcher.ts'
import { findValues } from './find-values.ts'
import { judgeRules } from './judge-rules.ts'
import { WatchSettings, type Rule } from './watch.ts'
import { splitLines, withoutIgnored } from './watched-text.ts'

const settings = (value: object) => WatchSettings.parse(value)
const ignored = (text: string, ignoreText: readonly string[]) =>
  splitLines(text, ignoreText)
    .filter(({ isIgnored }) => isIgnored)
    .map((line) => line.text)

test('lines with an ignored text or pattern are left out, whatever their case and markup', () => {
  const text =
    '# Kettle\n**37** people look at this now\nIn Stock\n[Offer of the day](https://a.example/)\n'
  assert.deepEqual(ignored(text, [String.raw`/\d+ people/`, 'offer OF the']), [
    '**37** people look at this now',
    '[Offer of the day](https://a.example/)',
  ])
  assert.deepEqual(ignored(text, ['kettles']), [])
  const version = {
    markdown: text,
    normalisedText: 'k\tKettle\nk\t37 people look\t=/x\nc\tIn Stock',
  }
  const kept = withoutIgnored(version, [String.raw`/^\d+ people/`])
  assert.equal(kept.normalisedText, 'k\tKettle\nc\tIn Stock')
  assert.ok(!kept.markdown.includes('people'))
})

const parseRules = (rules: readonly object[]): readonly Rule[] => settings({ rules }).rules
const find = (rule: object, markdown: string, page: object = {}) =>
  findValues(parseRules([rule]), { markdown }, { product: undefined, isPart: false, ...page })[0]

test('a number is read in its notation, the first one or that behind a text', () => {
  const number = { type: 'number' }
  assert.equal(find(number, 'Rating: 4,5 of 5'), 4.5)
  assert.equal(find(number, '1. Inhabitants: 1.299.000'), 1_299_000)
  assert.equal(find(number, '[Graph](https://a.example/2024/) Temperature: -7.5 °C'), -7.5)
  assert.equal(
    find({ ...number, after: 'downloads' }, 'Stars 12\n\n**Downloads:** 3 400 a week'),
    3_400,
  )
  assert.equal(find({ ...number, after: 'forks' }, 'Stars 12'), null)
  assert.equal(find(number, 'none'), null)
})

const product = (amount: number | undefined, inStock: boolean) => ({
  product: { variants: [{ availability: { inStock }, ...(amount && { price: { amount } }) }] },
})

test('the price is that of the product, or the first one of a selected part that is not struck through', () => {
  const price = { type: 'price' }
  const text = 'From 2 kg. ~~€ 39.90~~ € 34,90, delivery 4.50 EUR'
  assert.equal(find(price, text), 34.9)
  assert.equal(find(price, text, product(12, true)), 12)
  assert.equal(find(price, text, { ...product(12, true), isPart: true }), 34.9)
  assert.equal(find(price, 'A text', product(12, true)), 12)
  assert.equal(find(price, '12 people'), null)
})

test('stock is that of the product, or what the first line says that names it', () => {
  const stock = { type: 'stock' }
  assert.equal(find(stock, 'A kettle\n\nLeider ausverkauft'), false)
  assert.equal(find(stock, 'A kettle\n\n**In stock**, 12 left'), true)
  assert.equal(find(stock, 'Sold out', product(1, true)), true)
  assert.equal(find(stock, 'A kettle'), null)
})

/** Whether the rule is met at each check that finds these values. */
function run(rule: object, values: readonly (number | boolean | null)[]): boolean[] {
  const rules = parseRules([rule])
  let states: Parameters<typeof judgeRules>[2] = []
  return values.map((value) => {
    const judged = judgeRules(rules, [value], states)
    states = JSON.parse(JSON.stringify(judged.states))
    return judged.results[0]?.isMet ?? false
  })
}

test('a limit is reported once for each time that it is passed', () => {
  const below = { type: 'price', when: 'below', value: 40 }
  assert.deepEqual(run(below, [45, 40, 39, 38, 41, 12]), [false, false, true, false, false, true])
  assert.deepEqual(run(below, [39, 38]), [true, false])
  assert.deepEqual(run(below, [39, null, 38]), [true, false, false])
  const above = { type: 'number', when: 'above', value: 0 }
  assert.deepEqual(run(above, [-1, 0, 2, 3, -4, 5]), [false, false, true, false, false, true])
})

test('changes add up until they are reported', () => {
  const percent = { type: 'price', when: 'changesByPercent', value: 5 }
  assert.deepEqual(run(percent, [40, 39, 38, 37, 36.1]), [false, false, true, false, true])
  const by = { type: 'number', when: 'changesBy', value: 0.3 }
  assert.deepEqual(run(by, [0.1, 0.2, 0.4, 0.1]), [false, false, true, true])
  assert.deepEqual(run({ type: 'number', when: 'changes' }, [1, 1, null, 2]), [
    false,
    false,
    false,
    true,
  ])
})

test('texts and stock are reported when they come and go', () => {
  const appears = { type: 'text', text: 'Sold out' }
  assert.deepEqual(run(appears, [false, true, true, false, true]), [
    false,
    true,
    false,
    false,
    true,
  ])
  const disappears = { type: 'text', when: 'disappears', text: 'Sold out' }
  assert.deepEqual(run(disappears, [false, true, false]), [false, false, true])
  assert.deepEqual(run({ type: 'stock' }, [false, true, null, true]), [false, true, false, false])
  assert.deepEqual(run({ type: 'stock', when: 'changes' }, [true, null, false]), [
    false,
    false,
    true,
  ])
})

test('another rule begins anew', () => {
  const first = judgeRules(parseRules([{ type: 'price', when: 'changes' }]), [5], [])
  const other = parseRules([{ type: 'price', when: 'below', value: 6 }])
  assert.equal(judgeRules(other, [5], first.states).results[0]?.before, null)
})

const refusals: readonly (readonly [settings: object, message: RegExp])[] = [
  [{ ignoreText: ['/(/'] }, /Invalid pattern .*\/\(\//],
  [{ ignoreText: [String.raw`/(a)\1/`] }, /Look-around and back references are not supported/],
  [{ ignoreText: ['/(?:a{1000}){1000}/'] }, /too large/],
  [{ ignoreText: Array.from({ length: 50 }, () => '/[a-z]{60}x/') }, /too large together/],
  [{ rules: [{ type: 'price', when: 'below' }] }, /needs a value/],
  [{ rules: [{ type: 'number', when: 'changesByPercent', value: 0 }] }, /needs a value above 0/],
  [{ rules: [{ type: 'weather' }] }, /Invalid/],
]

test('wrong patterns and rules are refused with the reason', () => {
  for (const [value, message] of refusals)
    assert.throws(() => settings(value), { message }, JSON.stringify(value))
})

test('patterns run in a thread, in linear time', async () => {
  await using watcher = createWatcher()
  const watch = settings({ ignoreText: ['/(?:a+)+b$/'], rules: [{ type: 'text', text: 'end' }] })
  const markdown = `${'a'.repeat(200_000)}\nThe end`
  const facts = await watcher.read(
    { watch, versions: [{ markdown }], product: undefined, isPart: false },
    callerUntil(AbortSignal.timeout(60_000)),
  )
  assert.equal(facts.versions[0]?.markdown, markdown)
  assert.deepEqual(facts.found, [true])
})
