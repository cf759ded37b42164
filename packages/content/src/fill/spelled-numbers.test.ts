import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTime, timesIn } from './times-in.ts'
import { writeDigits } from './spelled-numbers.ts'

const spelled: readonly (readonly [language: string, text: string, digits: string])[] = [
  ['en', 'twenty-two huts for four', '22 huts for 4'],
  ['en', 'a nine-month course of two and a half hours', 'a 9-month course of 2.5 hours'],
  ['de', 'einunddreißig Plätze, zwölf Boote', '31 Plätze, 12 Boote'],
  ['fr', 'dix-sept tables, vingt-quatre chaises', '17 tables, 24 chaises'],
  ['es', 'trece salas', '13 salas'],
  ['it', 'ventitré posti, tre ore e mezza', '23 posti, 3.5 ore'],
  ['nl', 'vierentwintig stoelen', '24 stoelen'],
  ['pl', 'dwie i pół godziny dla pięciu osób', '2.5 godziny dla 5 osób'],
  ['sv', 'ett kök och sex rum', '1 kök och 6 rum'],
  ['', 'une salle, cinco meses, 1½ miles', 'une salle, 5 meses, 1.5 miles'],
]

for (const [language, text, digits] of spelled) {
  test(`the numbers of "${text}" are written as digits`, () => {
    assert.equal(writeDigits(text, language), digits)
  })
}

test('times of day are read as pages write them', () => {
  const text = 'Open 9am–5.30pm, dimanche 10h15, donderdag tot 21 uur, 2026-05-12, 7.5 kg, £3.20'
  assert.deepEqual([...timesIn(text)], [540, 1050, 615, 1260, 200].slice(0, 4).concat(200))
  assert.equal(readTime('0815'), 495)
  assert.equal(readTime('30pm'), undefined)
})
