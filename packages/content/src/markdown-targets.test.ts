import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTargets } from './markdown-targets.ts'

function strip(markdown: string): string {
  let [text, at] = ['', 0]
  for (const [from, to] of [...findTargets(markdown)].flat()) {
    text += markdown.slice(at, from)
    at = to
  }
  return text + markdown.slice(at)
}

test('links and pictures are their texts', () => {
  const rows: Readonly<Record<string, string>> = {
    'See [the mill](https://a.example/b_(c) "A title") and [x](<a b>).': 'See the mill and x.',
    '[![A mill](/m.png)](/mill) ![](/n.png)': 'A mill ',
    '[wrapped\ntext](/a), [empty](), [a](b c)': 'wrapped\ntext, empty, [a](b c)',
    'a [b [c](/d) e](/f)': 'a [b c e](/f)',
    '| [a](/b) | \\[c](/d) |': '| a | \\[c](/d) |',
    '[a\\]b](/c\\)d) !\\[e](/f)': 'a\\]b !\\[e](/f)',
    '[a\n\nb](/c)': '[a\n\nb](/c)',
    '[one][two] and <https://a.example>\n\n[two]: /x':
      '[one][two] and <https://a.example>\n\n[two]: /x',
  }
  for (const [markdown, text] of Object.entries(rows)) assert.equal(strip(markdown), text)
})

test('code stays as it is', () => {
  const code = ['`[a](b)` and ``c ` [d](e)``', '```md\n[a](b)\n\n[c](d)\n```', '~~~\n[a](b)']
  for (const each of code) assert.equal(strip(each), each)
  assert.equal(strip('````\n```\n[a](b)\n````\n[c](d)'), '````\n```\n[a](b)\n````\nc')
  assert.equal(strip('```[a](b)```\n[c](d)'), '```[a](b)```\nc')
  assert.equal(strip('a `` b [c](d) `'), 'a `` b c `')
})

test('what is not closed takes no longer than other text', () => {
  for (const part of ['](', '[a](b ', '](\\(', '[', '![', '` `` ', '[a](', '(', '``` '])
    assert.ok(strip(part.repeat(200_000)).length > 0, part)
})
