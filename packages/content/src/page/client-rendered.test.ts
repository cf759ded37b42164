import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyPages, readablePages } from '#fixtures/empty-pages.ts'
import { parsePage } from '#content/html/parse.ts'
import { clientRenderedEvidence } from './client-rendered.ts'

const findReason = (html: string) =>
  clientRenderedEvidence(parsePage(html, 'html').document)?.reason

for (const [name, html] of Object.entries(emptyPages)) {
  test(`${name} is a client-rendered page`, () => {
    assert.ok(findReason(html))
  })
}

for (const [name, html] of Object.entries(readablePages)) {
  test(`${name} is no client-rendered page`, () => {
    assert.equal(findReason(html), undefined)
  })
}

const harbour =
  '<p>The ferry office keeps this page for everyone who plans a crossing in winter.</p>'.repeat(4)
const part = 'its scripts load a part of the content after the page'

for (const [what, html, reason] of [
  [
    'a part that a script fetches',
    `${harbour}<div id="c">Loading comments…</div><script>fetch('/api').then((r) => { document.getElementById('c').innerHTML = r })</script>`,
    part,
  ],
  [
    'such a part of a long page',
    `${harbour.repeat(9)}<ul class="list prices"><li>Wird geladen …</li></ul><script>$.getJSON('/p', (r) => $('.prices').html(r))</script>`,
    part,
  ],
  [
    'a part whose script asks a server by an older way',
    `${harbour}<section id="faq"><p>Cargando...</p></section><script>var x = new XMLHttpRequest(); x.onload = () => { document.querySelector('#faq').textContent = x.responseText }</script>`,
    part,
  ],
  [
    'a table whose rows a script fetches',
    `${harbour}<table id="t"><thead><tr><th>Ship</th></tr></thead><tbody> </tbody></table><script>fetch('/t').then((r) => { document.querySelector('#t tbody').innerHTML = r })</script>`,
    part,
  ],
  [
    'an empty table that no script names',
    `${harbour}<table id="t"><tr><th>Ship</th></tr><tbody></tbody></table><script>fetch('/count').then((r) => { document.title.textContent = r })</script>`,
    undefined,
  ],
  [
    'a part that no script names',
    `${harbour}<div id="c">Loading comments…</div><script>fetch('/count').then((r) => { document.title.textContent = r })</script>`,
    undefined,
  ],
  [
    'a text about loading',
    `${harbour}<p>Loading takes an hour.</p><script>track()</script>`,
    undefined,
  ],
] as const)
  test(`${what}: ${reason === undefined ? 'read as it is' : 'client-rendered'}`, () =>
    assert.equal(findReason(html), reason))
