import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeTargets } from './remove-targets.ts'

const markdown = `# [The mill](/mill)

![](/photo.png) [](#top)

It was [built](/built "When") in 1884.

- [Visits](/visits)
- ![Map](/map.png)

[![](/logo.png)](/)`

test('links are their texts, and lines of pictures without a text are removed', async () => {
  const { text, move } = await removeTargets(markdown)
  assert.equal(text, '# The mill\n\nIt was built in 1884.\n\n- Visits\n- Map')
  for (const word of ['# ', 'The mill', 'It was', 'built', 'in 1884', 'Visits', 'Map']) {
    assert.equal(move(markdown.indexOf(word)), text.indexOf(word), word)
  }
  assert.equal(move(markdown.indexOf('photo')), text.indexOf('It was'))
  assert.equal(move(markdown.length), text.length)
})

test('a text without links is returned as it is', async () => {
  const text = 'One.\n\n```\n[a](b)\n```\n'
  const result = await removeTargets(text)
  assert.deepEqual([result.text, result.move(7)], [text, 7])
})
