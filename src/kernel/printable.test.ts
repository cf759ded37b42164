import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printable } from './printable.ts'

const orders: Record<string, string> = {
  'a colour': 'a\x1b[31mb',
  'a move of the cursor': 'a\x1b[2;5Hb',
  'an 8-bit sequence': 'a\x9b31mb',
  'the title of the window': 'a\x1b]0;owned\x07b',
  'the clipboard': 'a\x1b]52;c;cm0gLXJmIH4=\x1b\\b',
  'an 8-bit command': 'a\x9d52;c;cm0=\x9cb',
  'a device string': 'a\x1bP$q"p\x1b\\b',
  'a reset': 'a\x1bcb',
  'a character set': 'a\x1b(0b',
  'a backspace': 'a\b\x7fb',
  'the start of the line': 'a\rb',
  'text from right to left': 'a\u202e\u2066b\u2069'.replace('\u2069', ''),
}

for (const [what, text] of Object.entries(orders)) {
  test(`${what} is removed from terminal output`, () => {
    assert.equal(printable(text), 'ab')
  })
}

test('line breaks, tabs and all letters are kept', () => {
  assert.equal(printable('a\tb\r\nגדä 漢 👩‍💻\n'), 'a\tb\nגדä 漢 👩‍💻\n')
})

test('an unterminated sequence is removed in linear time', () => {
  assert.equal(printable('\x1b]'.repeat(100_000) + 'x\x1b['.repeat(100_000)), '')
})
