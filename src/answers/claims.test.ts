import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeMaterial } from '#test/fixtures/material.ts'
import { createClaims } from './claims.ts'
import { pickWords } from './page-material.ts'

async function read(html: string, question?: string) {
  const material = makeMaterial(html)
  const title = /<title>(.*?)<\/title>/.exec(html)?.[1]
  const words = pickWords({ title, url: 'https://site.example/', material })
  return createClaims({ ...words, question }, new AbortController().signal)
}

const lighthouse = `<html lang="en"><head><title>Lighthouse of Korsvik</title></head><body><main><h1>Lighthouse of Korsvik</h1>
<p>The lighthouse of Korsvik was built in 1887 by Henrik J. Aasen. He was born in Bergen in 1841.</p>
<p>It is 23 metres high and has 104 steps. The lamp shines up to 18 nautical miles.</p>
<p>A ticket costs 9.50 euros; children under six enter free. Dogs are not allowed in the tower.</p>
<p>The tower is open from May to September, every day from 10:00 to 17:00. Cards are accepted only in the shop.</p>
<p>Kari Solberg has run the café since 14 March 2019. Her number is KS-2207.</p></main></body></html>`

const trueOnes = [
  'Henrik Aasen built the lighthouse in 1887.',
  'The lighthouse was built by Henrik J. Aasen.',
  'The Korsvik Lighthouse was built in 1887.',
  'Aasen was born in Bergen in 1841.',
  'It is 23 metres high.',
  'It is 23 m high and has 104 steps.',
  'A ticket costs €9.50.',
  'Tickets cost 9.50 euros, and children under 6 enter free.',
  'Dogs are not allowed.',
  "Dogs aren't allowed in the tower.",
  'The tower is open every day from 10:00 to 17:00.',
  'It is open from 10 am to 5 pm.',
  'The tower is open from May to September.',
  'Cards are accepted only in the shop.',
  'The café has been run by Kari Solberg since March 2019.',
  'Kari Solberg has run the café since 2019-03-14.',
  'The lamp shines up to 18 nautical miles.',
]
const falseOnes = [
  'The lighthouse was built in Norway.',
  'The lighthouse of Korsvik in Norway was built in 1887 by Henrik Aasen.',
  'Henrik Aasen built it in Oslo in 1887.',
  'Children under 10 enter free.',
  'Children enter free.',
  'All children enter free.',
  'It has 10 steps.',
  'It has more than 104 steps.',
  'It is 104 metres high.',
  'It is 23 feet high.',
  'It has 23 steps.',
  'A ticket costs 9.50 dollars.',
  'A ticket costs 17 euros.',
  'The tower has 2207 steps.',
  'The tower opens at 9:50.',
  'The tower is open until 23:00.',
  'It is open from 10 pm.',
  'Dogs are allowed.',
  'Dogs are allowed in the tower.',
  'Cards are accepted in the shop.',
  'Cards are not accepted in the shop.',
  'A ticket does not cost 9.50 euros.',
  'The tower is not open in May.',
  'Henrik Solberg built the lighthouse.',
  'Kari Aasen has run the café since 14 March 2019.',
  'Kari Solberg built the lighthouse in 1887.',
  'The lighthouse was built by Kari Solberg.',
  'Kari Solberg has run the café since 14 March 1887.',
  'Kari Solberg has run the café since 2 March 2019.',
  'Henrik Aasen was born in Bergen in 1887.',
  'The lamp shines 18 nautical miles.',
  'The lamp shines at least 18 nautical miles.',
  'The tower is always open.',
  'The lighthouse was painted red in 1887.',
]

test('a claim that the page makes is supported', async () => {
  const claims = await read(lighthouse)
  const refused = []
  for (const claim of trueOnes) if (!(await claims.supports(claim))) refused.push(claim)
  assert.deepEqual(refused, [])
})

test('a claim with a name, a number, a bound or a denial of another place is not supported', async () => {
  const claims = await read(lighthouse)
  const accepted = []
  for (const claim of falseOnes) if (await claims.supports(claim)) accepted.push(claim)
  assert.deepEqual(accepted, [])
})

const harbour = `<html lang="en"><head><title>Harbour Office Portland Bay</title></head><body><main><h1>Harbour Office Portland Bay</h1>
<h2>Opening Hours And Contact Details</h2><p>The Harbour Office Of Portland Bay Is Run By Joan Tilley.</p>
<p>Visitors may moor for up to three nights. Larger boats pay 12 pounds per night, smaller boats 8 pounds.</p>
<h2>Rules</h2><ul><li>Fires are forbidden on the beach.</li><li>Drones may not be flown.</li><li>Swimming is allowed in the inner basin.</li></ul>
<h2>Boats</h2><table><tr><th>Boat</th><th>Owner</th><th>Year</th><th>Length</th></tr>
<tr><td>Gannet</td><td>Peter Vane</td><td>1962</td><td>14 m</td></tr><tr><td>Petrel</td><td>Ruth Amory</td><td>1988</td><td>9 m</td></tr></table>
<p>The harbour was enlarged in 1975 and has 40 berths, of which 6 are for visitors.</p></main></body></html>`

const german = `<html lang="de"><head><title>Berghütte Steinkar</title></head><body><main><h1>Berghütte Steinkar</h1>
<p>Die Berghütte Steinkar wurde 1931 von Georg Huber gebaut und liegt auf 2.140 Metern.</p>
<p>Eine Übernachtung kostet 38 Euro, Kinder unter zwölf Jahren schlafen kostenlos. Hunde sind nicht erlaubt.</p>
<p>Die Hütte ist von Juni bis Oktober geöffnet. Seit 2015 wird sie von Anna Leitner geführt.</p></main></body></html>`

const more: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    harbour,
    [
      'The office is run by Joan Tilley.',
      'Visitors may moor for up to three nights.',
      'Larger boats pay 12 pounds per night.',
      'Drones may not be flown.',
      'Swimming is allowed in the inner basin.',
      'The owner of the Gannet is Peter Vane.',
      'The length of the Petrel is 9 m.',
      'Smaller boats pay 8 pounds.',
      'Of these, 6 berths are for visitors.',
      'The harbour was enlarged in 1975.',
      'The harbour has 40 berths.',
    ],
    [
      'The office is run by Peter Vane.',
      'The office is run by Joan Vane.',
      'The office is run by Clara Stone.',
      'Visitors may moor for three nights.',
      'Visitors may moor for at least three nights.',
      'Visitors may moor for 40 nights.',
      'Smaller boats pay 12 pounds per night.',
      'Larger boats pay 12 euros per night.',
      'Fires are allowed on the beach.',
      'Drones may be flown.',
      'Swimming is forbidden in the inner basin.',
      'Swimming is not allowed in the inner basin.',
      'Swimming is allowed on the beach.',
      'The owner of the Gannet is Ruth Amory.',
      'The length of the Petrel is 14 m.',
      'The Gannet was built in 1988.',
      'The harbour was enlarged in 1988.',
      'The harbour has 6 berths.',
      'The harbour has more than 40 berths.',
      'The harbour lies in Cornwall.',
    ],
  ],
  [
    german,
    [
      'Georg Huber hat die Berghütte 1931 gebaut.',
      'Die Berghütte liegt auf 2140 Metern.',
      'Kinder unter 12 Jahren schlafen kostenlos.',
      'Hunde sind nicht erlaubt.',
      'Seit 2015 wird die Hütte von Anna Leitner geführt.',
    ],
    [
      'Die Berghütte wurde 1931 von Klaus Huber gebaut.',
      'Die Berghütte wurde 1931 von Georg Leitner gebaut.',
      'Die Berghütte wurde 1931 von Anna Leitner gebaut.',
      'Die Berghütte wurde 2015 von Georg Huber gebaut.',
      'Kinder unter 10 Jahren schlafen kostenlos.',
      'Kinder schlafen kostenlos.',
      'Hunde sind erlaubt.',
      'Eine Übernachtung kostet 12 Euro.',
      'Die Hütte ist von Juni bis Oktober nicht geöffnet.',
      'Die Berghütte liegt in Tirol.',
    ],
  ],
]

test('claims are compared on pages with many capitals, with tables and in German', async () => {
  for (const [html, right, wrong] of more) {
    const claims = await read(html)
    const faults = []
    for (const claim of right) if (!(await claims.supports(claim))) faults.push(`refused: ${claim}`)
    for (const claim of wrong) if (await claims.supports(claim)) faults.push(`accepted: ${claim}`)
    assert.deepEqual(faults, [])
  }
})
