import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectLanguage } from './language.ts'
import { parsePage } from './parse.ts'

const readLanguage = (text: string) =>
  detectLanguage(parsePage(`<body><p>${text.repeat(6)}`, 'html').document)

test('the language of a page is that of its text', () => {
  const texts = {
    en: 'The river rises in the hills above the town, and it is fed by many springs on its way to the sea. ',
    de: 'Der Fluss entspringt in den Hügeln über der Stadt und wird auf dem Weg zum Meer von Quellen gespeist. ',
    fr: 'La rivière prend sa source dans les collines au-dessus de la ville et reçoit les eaux de sources. ',
    ja: '川は町の上の丘に源を発し、海へ向かう途中で多くの泉の水を集めて流れています。とても美しい眺めです。 ',
  }
  for (const [language, text] of Object.entries(texts)) assert.equal(readLanguage(text), language)
})

test('names, code and addresses in it do not lead astray', () => {
  const text =
    'Set max_hirtelen_ms to the value of the kernel and run update-initramfs -u; see https://gitlab.example.org/egy/ketto/quests for the list. '
  assert.equal(readLanguage(text), 'en')
})

test('too little text has no language', () => {
  assert.equal(detectLanguage(parsePage('<p>The river', 'html').document), undefined)
})
