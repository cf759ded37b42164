import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { test } from 'node:test'
import { createFileNames } from './file-names.ts'

const makeName = (url: string) => createFileNames()(url)

test('a page is named as on its site', () => {
  const rows: Record<string, RegExp> = {
    'https://example.com/': /^example\.com\/index\.md$/,
    'https://example.com/docs/install.html': /^example\.com\/docs\/install\.md$/,
    'https://example.com/docs/': /^example\.com\/docs\/index\.md$/,
    'http://[::1]:80/%D0%BF%D1%83%D1%82%D1%8C': /^-+1-\/путь\.md$/,
    'https://example.com/a?page=2': /^example\.com\/a-[0-9a-f]{8}\.md$/,
    'https://example.com/a%20b': /^example\.com\/a-b-[0-9a-f]{8}\.md$/,
    'https://example.com/NUL/com1.txt':
      /^example\.com\/NUL-[0-9a-f]{8}\/com1\.txt-[0-9a-f]{8}\.md$/,
    'https://example.com/v1./a': /^example\.com\/v1--[0-9a-f]{8}\/a\.md$/,
  }
  for (const [url, expected] of Object.entries(rows)) assert.match(makeName(url), expected)
})

test('every part of a file name has a valid length, in whatever letters', () => {
  const letters = ['a', 'ü', 'п', '漢', '🚀']
  const names = letters.map((letter) =>
    makeName(`https://example.com/${letter.repeat(300)}/${letter.repeat(300)}?q=1`),
  )

  for (const part of names.flatMap((name) => name.split('/'))) {
    assert.ok(Buffer.byteLength(part) <= 255, part)
    assert.ok(!part.includes('\ufffd'))
  }
})

test('a path of very many parts fits too', () => {
  const name = makeName(`https://example.com/${'folder/'.repeat(1_000)}page`)

  assert.match(name, /^example\.com\/[0-9a-f]{8}\.md$/)
})

test('two pages never share a file, and a page keeps its own', () => {
  const long = '漢'.repeat(100)
  const urls = [
    `https://example.com/${long}1`,
    `https://example.com/${long}2`,
    'https://example.com/a%20b',
    'https://example.com/a-b',
    'https://example.com/a%2Fb',
    'https://example.com/docs',
    'https://example.com/Docs',
    'https://example.com/docs.html',
    'https://example.com/docs.htm',
    'https://example.com/docs/',
    'https://example.com/docs/index',
    'https://example.com/%2e%2e%2fetc',
  ]
  const nameFile = createFileNames()

  const names = urls.map(nameFile)

  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, urls.length)
  assert.deepEqual(urls.map(nameFile), names)
  assert.ok(names.every((name) => basename(name) !== '..' && !name.includes('../')))
})
