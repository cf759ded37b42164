import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPassages } from './find-passages.ts'

const fill = (word: string) => `${word} stands here. `.repeat(60)

test('the passage that speaks to a query comes first, with its headings and a way to it', async () => {
  const text = `# Weir\n${fill('Water')}\n## Deleting old-style files\nRemoves a file from the disk. ${fill('Stone')}\n## Colours\n${fill('Paint')}`
  const [first, second, ...others] = await findPassages(
    { title: 'Manual', text },
    'remove a file',
    2,
  )
  assert.deepEqual(first?.headings, ['Weir', 'Deleting old-style files'])
  assert.equal(first?.anchor, '#:~:text=Deleting%20old%2Dstyle%20files')
  assert.match(first?.text ?? '', /Removes a file/)
  assert.ok((first?.score ?? 0) > (second?.score ?? 1))
  assert.ok((first?.score ?? 2) <= 1)
  assert.deepEqual(others, [])
})
