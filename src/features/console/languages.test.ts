import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseConsoleLanguage } from './languages.ts'

test('the language is that of the setting, or the first of the browser that there is', () => {
  const rows: readonly [string | undefined, string | undefined, string][] = [
    [undefined, undefined, 'en'],
    [undefined, 'de-CH,fr;q=0.8', 'de'],
    [undefined, 'it, fr;q=0.8, es;q=0.9', 'es'],
    [undefined, 'pt-BR', 'pt'],
    [undefined, 'ZH-Hant-TW', 'zh'],
    [undefined, 'fr;q=0, it', 'en'],
    [undefined, 'ja;q=x,de;q=0.1', 'de'],
    [undefined, '*', 'en'],
    ['a=b; weir-language=ja', 'de', 'ja'],
    ['weir-language=xx', 'de', 'de'],
    ['weir-language=__proto__', '', 'en'],
  ]
  for (const [cookies, accepted, expected] of rows)
    assert.equal(chooseConsoleLanguage(cookies, accepted), expected, `${cookies} ${accepted}`)
})
