import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptLanguage } from './languages.ts'

test('the language follows the country unless languages are requested', () => {
  assert.equal(acceptLanguage({ country: 'US' }), 'en-US,en;q=0.9')
  assert.equal(acceptLanguage({ country: 'AT' }), 'de-AT,de;q=0.9,en;q=0.8')
  assert.equal(acceptLanguage({ country: 'JP' }), 'ja-JP,ja;q=0.9,en;q=0.8')
  assert.equal(acceptLanguage({ country: 'US', languages: ['fr', 'pt-BR'] }), 'fr,pt-BR;q=0.9')
  assert.equal(
    acceptLanguage({ country: 'DE', languages: ['a\r\nb', ''] }),
    'de-DE,de;q=0.9,en;q=0.8',
  )
})
