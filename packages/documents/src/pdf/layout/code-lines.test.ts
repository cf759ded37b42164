import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlOfLines, long, type Line } from '#fixtures/pdf-lines.ts'

test('a tree of folders is a listing in any typeface', () => {
  const tree = ['mill/', 'bin/', 'grind', 'etc/', 'mill.conf', 'share/', 'doc/', 'manual.txt']
  const levels = [0, 1, 2, 1, 2, 1, 2, 3]
  const names = tree.map((text, at): Line => ({
    text: text === 'grind' ? 'grind.sh' : text,
    left: 50 + 12 * (levels[at] ?? 0),
    at: 20 + 12 * at,
    isCode: true,
  }))
  const notes = [0, 3, 5].map((row): Line => ({ text: 'what it is', left: 150, at: 20 + 12 * row }))
  const html = htmlOfLines([...names, ...notes, { text: long, at: 140 }])
  assert.match(html, /^<pre><code>mill\/ {2}what it is\n +bin\/\n +grind\.sh\n/)
  assert.match(html, /\n +manual\.txt<\/code><\/pre>\n<p>words/)
})

test('two folders and their files, side by side, are no tree', () => {
  const rows = [
    ['tex/plain/', 'doc/plain/'],
    ['one.tex', 'one.ps'],
    ['two.tex', 'two.ps'],
    ['src/', 'lib/'],
    ['three.c', 'three.o'],
  ]
  const lines = rows.flatMap(([one = '', other = ''], at): Line[] => [
    { text: one, left: at % 3 === 0 ? 50 : 62, at: 20 + 12 * at },
    { text: other, left: at % 3 === 0 ? 200 : 212, at: 20 + 12 * at },
  ])
  assert.doesNotMatch(htmlOfLines(lines), /<pre>/)
})

test('text beside a long listing in smaller letters is no heading', () => {
  const listing = Array.from({ length: 9 }, (_, at): Line => ({
    text: `line ${at} of a listing with many letters in it`,
    at: 40 + 10 * at,
    size: 8,
    isCode: true,
  }))
  const text = ['The archive unpacks into these folders, of which', 'the last one is empty.']
  const lines = text.map((one, at) => ({ text: one, at: 8 + 12 * at }))
  assert.match(htmlOfLines([...lines, ...listing]), /^<p>The archive/)
})
