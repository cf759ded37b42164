import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSupported } from './supports.ts'

const mill =
  'The mill was built in 1820 by John Carter. Tickets cost 7.50 pounds. It is closed on Mondays.'
const village = 'Lower Slaughter is a village of 236 people at the river Eye, with an old mill.'
const other =
  'The old mill of the next village was built by Mary Smith in 1901. Tickets cost 9 pounds.'
const pages = { mill, village, other }

async function supporting(answer: string, quotes: readonly string[] = []) {
  const names = []
  for (const [name, page] of Object.entries(pages))
    if (await isSupported({ answer, quotes }, page)) names.push(name)
  return names
}

test('an answer is supported by the pages that state what it says', async () => {
  const expected = [
    ['The mill was built by John Carter in 1820.', ['mill']],
    ['John Carter built it.', ['mill']],
    ['1820', ['mill']],
    ['Carter', ['mill']],
    ['Die Mühle wurde 1820 von John Carter gebaut.', ['mill']],
    ['John Carter built it in 1820, and the village has 236 people.', ['mill', 'village']],
    ['- built: 1820\n- builder: John Carter\n- people: 236', ['mill', 'village']],
    ['It was built by Mary Smith [3].', ['other']],
    ['Tickets cost 7.50 pounds.', ['mill']],
    ['It was built by Ada Byron in 1999.', []],
    ['According to source 2, it was built in 1777.', []],
    ['Yes.', []],
    ['done', []],
  ] as const
  for (const [answer, names] of expected) assert.deepEqual(await supporting(answer), names, answer)
})

test('a literal quote supports an answer in other words', async () => {
  assert.deepEqual(await supporting('Nobody can visit at the start of the week.'), [])
  const quotes = ['is CLOSED on mondays']
  assert.deepEqual(await supporting('Nobody can visit at the start of the week.', quotes), ['mill'])
  assert.deepEqual(await supporting('It is closed.', ['closed on Fridays', 'x']), [])
})

test('writing without spaces is compared by its characters', async () => {
  const page = '这座磨坊由约翰·卡特于1820年建造，位于河边。'
  assert.equal(await isSupported({ answer: '磨坊由约翰·卡特建造。', quotes: [] }, page), true)
  assert.equal(await isSupported({ answer: '票价为七英镑。', quotes: [] }, page), false)
})

test('a long answer and a long page are read to the end', async () => {
  const words = Array.from({ length: 30_000 }, (_, index) => `word${index}`).join(' ')
  const answer = `${'Nothing here. '.repeat(100)}John Carter built it in 1820.`
  assert.equal(await isSupported({ answer, quotes: [] }, `${words} ${mill}`), true)
  assert.equal(await isSupported({ answer, quotes: [] }, words), false)
})
