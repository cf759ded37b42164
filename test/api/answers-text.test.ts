import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { modelPage, say, startModelService } from '#test/fixtures/model-service.ts'
import type { Script } from '#test/scripted-model.ts'

/** What the model does; each test sets it. */
let script: Script = () => ({})

const mill = modelPage(`
  <p>The mill was built in 1820 by John Carter. It grinds wheat for the village of Lower Slaughter.</p>
  <p>Tickets cost 7.50 pounds. The mill is open from April to October, every day but Monday.</p>`)
const started = await startModelService((request, index) => script(request, index), {
  '/mill': mill,
  '/long': mill.replace(
    '</main>',
    `${'<p>A boat lies at the pier and waits.</p>'.repeat(1_000)}</main>`,
  ),
})
disposeAfterTests(started)

const scrape = (formats: readonly unknown[], more?: object) =>
  started.scrape('/mill', formats, more)

test('an answer needs a literal quote of the page', async () => {
  const question = 'Who built it?'
  script = say({
    answer: 'John Carter built it.',
    quotes: [{ passage: 2, words: 'built in 1820 by John Carter' }],
  })
  const right = await scrape([{ type: 'question', question }])
  assert.equal(right.data.answer, 'John Carter built it.')
  assert.equal(right.data.metadata.creditsUsed, 5)
  script = say({ answer: 'Ada built it.', quotes: [{ passage: 2, words: 'built by Ada Byron' }] })
  const wrong = await scrape([{ type: 'question', question: 'Who has built it?' }])
  assert.match(wrong.data.answer, /^The mill was built in 1820 by John Carter\./)
  assert.match(wrong.data.warning, /could not show on the page.*excerpt of the page/)
  assert.equal(wrong.data.metadata.creditsUsed, 1)
  script = say({ answer: null, quotes: [] })
  const absent = await scrape([{ type: 'question', question: 'Who owns the mill?' }])
  assert.equal(absent.data.answer, 'The page does not say.')
})

test('of an answer that says more than the page, only what it quotes is given', async () => {
  const quotes = [{ passage: 2, words: 'built in 1820 by John Carter' }]
  for (const answer of [
    'John Carter and his brother Edgar built it.',
    'John Carter built it, and a storm damaged the roof last year.',
    'John Carter built it in 1820 and rebuilt it in 1903.',
  ]) {
    script = say({ answer, quotes })
    const { data } = await scrape([
      { type: 'question', question: `Who built it? ${answer.length}` },
    ])
    assert.equal(data.answer, 'The mill was built in 1820 by John Carter.')
    assert.match(data.warning, /said more than the page/)
  }
  script = say({ answer: 'Die Mühle wurde 1820 von John Carter gebaut.', quotes })
  const other = await scrape([{ type: 'question', question: 'Wer hat die Mühle gebaut?' }])
  assert.equal(other.data.answer, 'Die Mühle wurde 1820 von John Carter gebaut.')
})

test('passages that are given instead of an answer come with what the model did not see', async () => {
  const quotes = [{ passage: 2, words: 'built in 1820 by John Carter' }]
  script = say({ answer: 'John Carter and his brother Edgar built it.', quotes })
  const { data } = await started.scrape('/long', [{ type: 'question', question: 'Who built it?' }])
  assert.equal(data.answer, 'The mill was built in 1820 by John Carter.')
  assert.match(data.warning, /longer than the language model can read/)
  assert.match(data.warning, /said more than the page/)
})

test('highlights are text of the page, whatever numbers the model names', async () => {
  script = say({ passages: [99, 3, 3, -1] })
  const { data } = await scrape([{ type: 'highlights', query: 'wheat' }])
  assert.equal(data.highlights, 'It grinds wheat for the village of Lower Slaughter.')
  script = say({ passages: [4] })
  const quote = await scrape([{ type: 'query', prompt: 'price', mode: 'directQuote' }])
  assert.equal(quote.data.answer, 'Tickets cost 7.50 pounds.')
  script = say({ passages: [] })
  const none = await scrape([{ type: 'highlights', query: 'what do tickets cost' }])
  assert.match(none.data.highlights, /Tickets cost 7\.50 pounds\./)
  assert.match(none.data.warning, /chose no passage.*matching words/)
  assert.equal(none.data.metadata.creditsUsed, 1)
})

test('sentences of a summary with numbers, names or claims from elsewhere are left out', async () => {
  for (const lie of [
    'It has 4711 visitors a day.',
    'It was damaged by a storm last year.',
    'The mill, which a fire destroyed, grinds wheat.',
    'It grinds wheat for Gloucester.',
  ]) {
    script = say({ summary: `The mill was built in 1820. ${lie}` })
    const { data } = await scrape(['summary'], { headers: { 'x-mine': '1' } })
    assert.equal(data.summary, 'The mill was built in 1820.', lie)
    assert.match(data.warning, /1 of 2 sentences/)
    assert.equal(data.metadata.creditsUsed, 1)
  }
  script = say({ summary: 'A storm damaged its sails.' })
  const { data } = await scrape(['summary'], { headers: { 'x-mine': '1' } })
  assert.match(data.summary, /mill/)
  assert.match(data.warning, /1 of 1 sentences.*without a language model/)
})
