import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fill } from '#content/fill/fill.ts'
import { makeMaterial } from '#test/fixtures/material.ts'

const number = { type: 'number' }
const string = { type: 'string' }

const pump = `<table><tr><th>Parameter</th><th>Conditions</th><th>Min</th><th>Typ</th><th>Max</th><th>Unit</th></tr>
<tr><td>Supply voltage</td><td></td><td>4.5</td><td>5</td><td>5.5</td><td>V</td></tr><tr><td>Standby current</td><td>no load</td><td>—</td><td>40</td><td>90</td><td>mA</td></tr></table>`
const tickets = `<table><tr><th></th><th>Einzelkarte</th><th>Saisonkarte</th></tr><tr><th>Erwachsene</th><td>5,00 €</td><td>80,00 €</td></tr><tr><th>Kinder</th><td>3,00 €</td><td>45,00 €</td></tr></table>`
const contact = `<p>Calle Real 4, 41001 Sevilla. 954 550 121. hola@faro.example</p>`

for (const [what, body, properties, value] of [
  [
    'the cell of a row and of the end of a range',
    pump,
    { supply_voltage_v: number, max_supply_voltage_v: number, standby_current_ma: number },
    { supply_voltage_v: 5, max_supply_voltage_v: 5.5, standby_current_ma: 40 },
  ],
  [
    'the cell of a row and a column',
    tickets,
    { adult_season_ticket_eur: number, child_season_ticket_eur: number, dog_ticket_eur: number },
    { adult_season_ticket_eur: 80, child_season_ticket_eur: 45 },
  ],
  [
    'digits in groups beside an address of mail',
    contact,
    { phone: string },
    { phone: '954 550 121' },
  ],
  ['no phone that is called otherwise', contact, { emergency_phone: string }, {}],
  [
    'the only code behind a label, not a standard',
    '<p>Inserat-Nr. KL-20418, geprüft nach ISO-9001.</p>',
    { ad_number: string },
    { ad_number: 'KL-20418' },
  ],
  [
    'the only person beside a label',
    '<p>Reception: Karin Ohlsson, 0250-555 063. Ort: Bad Aibling</p>',
    { contact_person: string },
    { contact_person: 'Karin Ohlsson' },
  ],
  [
    'what a card is about',
    '<div><div><h4>Aforo</h4><p>450 asistentes</p></div><div><h4>Organiza</h4><p>Faro del Sur</p></div></div>',
    { capacity: number, organizer: string },
    { capacity: 450, organizer: 'Faro del Sur' },
  ],
  [
    'ends of the hours of a day',
    '<table><tr><td>Maandag</td><td>08:30 – 17:00</td></tr><tr><td>Dinsdag</td><td>09:00 – 20:00</td></tr></table>',
    { opens_monday: string, closes_tuesday: string },
    { opens_monday: '08:30', closes_tuesday: '20:00' },
  ],
  [
    'hours in Danish',
    '<dl><dt>Tid i alt</dt><dd>1 t 10 min</dd></dl>',
    { total_time_minutes: number },
    { total_time_minutes: 70 },
  ],
  [
    'a label with an ending, and a compound',
    '<dl><dt>Arrêts</dt><dd>14</dd><dt>Undervisningsspråk</dt><dd>Engelsk</dd></dl>',
    { stops: number, language: string },
    { stops: 14, language: 'Engelsk' },
  ],
  [
    'since when',
    '<p>Una casa de comidas, abierta desde 1987.</p>',
    { since_year: number },
    { since_year: 1987 },
  ],
  [
    'columns of amounts of money',
    '<table><tr><th>Periodo</th><th>Mezza giornata</th><th>Giornata intera</th></tr><tr><td>Maggio</td><td>90 €</td><td>140 €</td></tr><tr><td>Agosto</td><td>160 €</td><td>250 €</td></tr></table>',
    {
      prices: {
        type: 'array',
        items: {
          type: 'object',
          properties: { period: string, half_day: number, full_day: number },
        },
      },
    },
    {
      prices: [
        { period: 'Maggio', half_day: 90, full_day: 140 },
        { period: 'Agosto', half_day: 160, full_day: 250 },
      ],
    },
  ],
] as const)
  test(`rules read without a model: ${what}`, () => {
    const html = `<html lang="en"><head><title>Tern</title></head><body><main><h1>Tern</h1>${body}</main></body></html>`
    assert.deepEqual(fill({ type: 'object', properties }, makeMaterial(html).facts).value, value)
  })
