import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entities } from './entities.ts'
import { createFindNames } from './names.ts'
import { redactMembers } from './redact-members.ts'
import { redactSources, type RedactedSource } from './redact.ts'
import type { Redaction } from './redaction.ts'

const everything: Redaction = { mode: 'fast', entities, replaceStyle: 'tag' }

function redacted(
  text: string,
  syntax: RedactedSource['syntax'] = 'text',
  redaction = everything,
): string {
  return redactSources([{ text, syntax }], redaction)[0]?.text ?? ''
}

test('each kind of personal data is replaced by its tag', () => {
  const cases = [
    ['Write to jane.doe+x@mail.example.com.', 'Write to <EMAIL>.'],
    ['Write to jane [at] example [dot] org or not', 'Write to <EMAIL> or not'],
    ['Phone: 0490 75 40 81', 'Phone: <PHONE>'],
    ['Call (415) 555-0132 ext. 12 now', 'Call <PHONE> now'],
    ['+49 (0)9546 9223-20', '<PHONE>'],
    ['467 3395-Office, my number is 78 651 450', '<PHONE>-Office, my number is <PHONE>'],
    ['My SSN is 853-37-1694', 'My SSN is <FINANCIAL>'],
    ['4111 1111 1111 1111', '<FINANCIAL>'],
    ['DE89 3704 0044 0532 0130 00', '<FINANCIAL>'],
    ['password: hunter22!', 'password: <SECRET>!'],
    ['key AKIAIOSFODNN7EXAMPLE here', 'key <SECRET> here'],
    ['Visit 12 Main Street, Springfield, IL 62704', 'Visit <LOCATION>'],
    ['Hauptstraße 12, 10115 Berlin', '<LOCATION>'],
    ['Ask Dr. Laura Miller today', 'Ask Dr. <PERSON> today'],
    ['My name is Zoë van der Berg.', 'My name is <PERSON>.'],
    ['By Anna Lindqvist | 3 May 2024', 'By <PERSON> | 3 May 2024'],
  ] as const
  assert.deepEqual(
    cases.map(([text]) => redacted(text)),
    cases.map(([, wanted]) => wanted),
  )
})

test('what only looks like personal data stays', () => {
  const texts = [
    'logo@2x.png and user@localhost',
    'On 2023-01-31 10:15, version 1.2.3, 192.168.0.1, ISBN 978-3-16-148410-0',
    'Spring 2022, 149 miles, 72 128 827 visitors, $800 555 1234',
    '4111 1111 1111 1112, 1700000000000',
    'DE89 3704 0044 0532 0130 11 22 33',
    'password: required, token: none',
    'Nike 3 Men’s Road shoes by Nike Sports Group',
  ]
  assert.deepEqual(
    texts.map((text) => redacted(text)),
    texts,
  )
})

test('Markdown is redacted through escapes, emphasis, link texts, targets and alternative texts', () => {
  const markdown = [
    '[Jane@Example.com](mailto:jane%40example.com "Write to jane@example.com")',
    'Mr. **Paul** Meier ![Portrait of Paul Meier](/paul-meier.jpg)',
    'snake\\_case@example.com, [Call](tel:+4930123456)',
  ].join('\n')
  assert.equal(
    redacted(markdown, 'markdown'),
    [
      '[<EMAIL>](mailto:<EMAIL> "Write to <EMAIL>")',
      'Mr. **<PERSON>** ![Portrait of <PERSON>](/<PERSON>.jpg)',
      '<EMAIL>, [Call](tel:<PHONE>)',
    ].join('\n'),
  )
})

test('HTML is redacted in text, across elements, in attributes, comments and scripts', () => {
  const html =
    '<p title="a@example.com">Dr. <b>Paul</b> Meier &lt;paul&#64;example.com&gt;</p><!-- b@example.com -->' +
    '<a href="mailto:c@example.com?x=1">x</a><script>let mail = "d@example.com"</script>'
  assert.equal(
    redacted(html, 'html'),
    '<p title="&lt;EMAIL&gt;">Dr. <b>&lt;PERSON&gt;</b> &lt;&lt;EMAIL&gt;&gt;</p><!-- &lt;EMAIL&gt; -->' +
      '<a href="mailto:&lt;EMAIL&gt;?x=1">x</a><script>let mail = "&lt;EMAIL&gt;"</script>',
  )
})

test('a value that is found in one member is redacted in all', () => {
  const content = {
    markdown: 'My name is Paul Meier.',
    html: '<h1 data-author="paul-meier">Paul Meier</h1>',
    links: ['https://example.com/author/paul-meier', 'https://example.com/'],
    metadata: { author: 'Paul Meier', 'og:title': 'About PAUL MEIER', title: 'Fine' },
    internal: { normalisedText: 'about paul meier', paidPages: 1 },
  }
  assert.deepEqual(redactMembers(content, everything), {
    markdown: 'My name is <PERSON>.',
    html: '<h1 data-author="&lt;PERSON&gt;">&lt;PERSON&gt;</h1>',
    links: ['https://example.com/author/<PERSON>', 'https://example.com/'],
    metadata: { author: '<PERSON>', 'og:title': 'About <PERSON>', title: 'Fine' },
    internal: { normalisedText: 'about <PERSON>', paidPages: 1 },
  })
})

test('only the wanted entities are replaced, in the wanted style', () => {
  const text = 'Mr. Paul Meier, paul@example.com'
  const only: Redaction = { ...everything, entities: ['EMAIL'] }
  assert.equal(redacted(text, 'text', only), 'Mr. Paul Meier, <EMAIL>')
  assert.equal(
    redacted(text, 'text', { ...everything, replaceStyle: 'mask' }),
    'Mr. **********, ****************',
  )
  assert.equal(redacted(text, 'text', { ...everything, replaceStyle: 'remove' }), 'Mr. , ')
})

test('offsets of blocks move along with the Markdown', () => {
  const markdown = 'a@example.com\n\nThe end'
  const content = {
    markdown,
    blocks: [{ items: [{ content: 'The end', markdownSpan: [15, 22] }] }],
  }
  const result = redactMembers(content, everything) as typeof content
  const [start = 0, end = 0] = result.blocks[0]?.items[0]?.markdownSpan ?? []
  assert.equal(result.markdown.slice(start, end), 'The end')
})

test('aggressive finds names and places by their words', () => {
  const findNames = createFindNames()
  const [one] = redactSources(
    [{ text: 'Yesterday Thomas Becker moved from Paris to New York.', syntax: 'text' }],
    everything,
    { findNames },
  )
  assert.equal(one?.text, 'Yesterday <PERSON> moved from <LOCATION> to <LOCATION>.')
})

test('a text of 200,000 addresses is redacted', () => {
  const text = '1 Aa St, '.repeat(200_000)
  const [redacted] = redactSources([{ text, syntax: 'text' }], {
    mode: 'fast',
    entities,
    replaceStyle: 'remove',
  })
  assert.doesNotMatch(redacted?.text ?? text, /Aa St/)
})
