import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareVersions } from './compare.ts'
import { normaliseText } from './normalise-text.ts'

const url = 'https://shop.example/'
const prose = 'The harbour keeps its lights on from October to April, whatever the weather says.'

/** A version whose content has these runs; `[text](target)` is a run that is a link. */
function makeVersion(...runs: string[]) {
  const lines = [prose, ...runs, `${prose} Always.`].map((run) => {
    const [, text, target] = /^\[(.*)\]\((.*)\)$/.exec(run) ?? []
    return target === undefined ? `k\t${run}` : `k\t${text}\t=https://shop.example/${target}`
  })
  return { markdown: runs.join('\n'), normalisedText: lines.join('\n') }
}

const status = (
  previous: readonly string[],
  current: readonly string[],
  revisit?: readonly string[],
) =>
  compareVersions({
    previous: makeVersion(...previous),
    current: makeVersion(...current),
    revisit: revisit && makeVersion(...revisit),
    url,
  }).status

const isSame = ([one, other]: readonly [string, string]) =>
  normaliseText(one) === normaliseText(other)

test('when a page was made is no content, in any language', () => {
  const pairs: [string, string][] = [
    [
      'Aktualisiert am Mittwoch, 4. März 2026, 18:30 Uhr',
      'Aktualisiert am Freitag, 6. März 2026, 7:12 Uhr',
    ],
    ['Kurse: Stand 4.3.2026', 'Kurse: Stand 6.3.2026'],
    ['Mise à jour le 4 mars 2026 à 14h30', 'Mise à jour le 6 mars 2026 à 09h05'],
    [
      'Fecha de última modificación: 4 de marzo de 2026',
      'Fecha de última modificación: 6 de marzo de 2026',
    ],
    ['Atualizado em 04/03/2026 às 10h22', 'Atualizado em 06/03/2026 às 11h40'],
    ['Ultimo aggiornamento: 4 marzo 2026', 'Ultimo aggiornamento: 6 marzo 2026'],
    ['All prices correct at 04/03/2026 10:00 GMT', 'All prices correct at 06/03/2026 11:00 GMT'],
    ['Preise vom 04.03.2026, 10:00 Uhr', 'Preise vom 06.03.2026, 11:00 Uhr'],
    ['Prix au 4 mars 2026', 'Prix au 6 mars 2026'],
    ['Precios a 4 de marzo de 2026', 'Precios a 6 de marzo de 2026'],
    ['Цены указаны на 04.03.2026', 'Цены указаны на 06.03.2026'],
    ['Laatst bijgewerkt op 4 maart 2026', 'Laatst bijgewerkt op 6 maart 2026'],
    ['Stan na 4 marca 2026', 'Stan na 6 marca 2026'],
    ['Дата обновления: 4 марта 2026 г., 18:30', 'Дата обновления: 6 марта 2026 г., 07:12'],
    ['Ενημερώθηκε: 4 Μαρτίου 2026', 'Ενημερώθηκε: 6 Μαρτίου 2026'],
    ['Senast uppdaterad 4 mars 2026', 'Senast uppdaterad 6 mars 2026'],
    ['2026年3月4日 18時30分更新', '2026年3月6日 7時12分更新'],
    ['数据截至 2026-03-04 18:30', '数据截至 2026-03-06 07:12'],
    ['2026년 3월 4일 기준', '2026년 3월 6일 기준'],
    ['آخر تحديث: 4 مارس 2026', 'آخر تحديث: 6 مارس 2026'],
    ['Päivitetty 4.3.2026 klo 10.00', 'Päivitetty 6.3.2026 klo 11.20'],
    ['עודכן לאחרונה: 4 במרץ 2026', 'עודכן לאחרונה: 6 במרץ 2026'],
    ['Cập nhật lần cuối: 4 tháng 3, 2026', 'Cập nhật lần cuối: 6 tháng 3, 2026'],
    ['Actualizat la 4 martie 2026, 10:00', 'Actualizat la 6 martie 2026, 11:20'],
    ['Güncellendi: 4 Mart 2026 saat 10:00', 'Güncellendi: 6 Mart 2026 saat 11:20'],
    ['Цены действительны на 04.03.2026 г.', 'Цены действительны на 06.03.2026 г.'],
    ['Alle Preise gelten zum 4. März 2026', 'Alle Preise gelten zum 6. März 2026'],
    ['Tagespreise vom 04.03.2026, 08:00 Uhr', 'Tagespreise vom 06.03.2026, 07:30 Uhr'],
    ['Остатки на складе на 04.03.2026', 'Остатки на складе на 06.03.2026'],
    ['Prix valables au 4 mars 2026', 'Prix valables au 6 mars 2026'],
    ['Disponibilidad verificada el 4 de marzo', 'Disponibilidad verificada el 6 de marzo'],
    ['Ceny ważne na dzień 4.03.2026', 'Ceny ważne na dzień 6.03.2026'],
    ['Az árak 2026. március 4-én érvényesek', 'Az árak 2026. március 6-án érvényesek'],
    ['Dernière vérification : 4 mars 2026', 'Dernière vérification : 6 mars 2026'],
    ['价格截至2026年3月4日有效', '价格截至2026年3月6日有效'],
    ['Heute ist Mittwoch, der 4. März 2026', 'Heute ist Freitag, der 6. März 2026'],
    ['Inventory synced 2026-03-04 18:30 UTC', 'Inventory synced 2026-03-06 07:12 UTC'],
    [
      'Exchange rates as of Mar 4, 2026 6:30 PM EST',
      'Exchange rates as of Mar 6, 2026 7:12 AM EST',
    ],
  ]
  for (const pair of pairs) assert.ok(isSame(pair), pair[0])
})

test('a price is content in any word', () => {
  const pairs: [string, string][] = [
    ['Premium: 20 €', 'Premium: 25 €'],
    ['Genius since 4 March 2026', 'Genius since 6 March 2026'],
    ['Aquarium costs 20 euros', 'Aquarium costs 25 euros'],
    ['Preise ab 20 €', 'Preise ab 25 €'],
  ]
  for (const pair of pairs) assert.ok(!isSame(pair), pair[0])
})

test('relative times, counters and countdowns are no content, in any language', () => {
  const pairs: [string, string][] = [
    ['Do końca pozostało 2 dni 4 godz. 12 min', 'Do końca pozostał 1 dzień 23 godz. 2 min'],
    ['You are visitor number 48,201', 'You are visitor number 48,377'],
    ['41 people have this in their cart', '44 people have this in their cart'],
    ['Dieser Beitrag wurde 1.204-mal gelesen', 'Dieser Beitrag wurde 1.391-mal gelesen'],
    ['17 شخصًا يشاهدون هذا الآن', '23 شخصًا يشاهدون هذا الآن'],
    ['Gepostet vor 4 Tagen', 'Gepostet vor 2 Wochen'],
    ['Publié il y a 4 jours', 'Publié il y a 2 semaines'],
    ['Publicado hace 4 días', 'Publicado hace 2 semanas'],
    ['Опубликовано 4 дня назад', 'Опубликовано 2 недели назад'],
    ['Kirjoitettu 2 tuntia sitten', 'Kirjoitettu 5 päivää sitten'],
    ['3 órával ezelőtt', '5 nappal ezelőtt'],
    ['Опубліковано 3 години тому', 'Опубліковано годину тому'],
    ['נכתב לפני 3 שעות', 'נכתב לפני שעתיים'],
    ['Vor etwa einer Stunde', 'Vor etwa 3 Stunden'],
    ['17 personer tittar på detta just nu', '23 personer tittar på detta just nu'],
    ['Právě si prohlíží 17 lidí', 'Právě si prohlíží 23 lidí'],
    ['17 ember nézi most ezt', '23 ember nézi most ezt'],
    ['12 άτομα βλέπουν αυτό το προϊόν τώρα', '19 άτομα βλέπουν αυτό το προϊόν τώρα'],
    ['02d 14h 55m 10s', '02d 14h 54m 31s'],
    ['2 Tage 14 Std. 55 Min. 10 Sek.', '1 Tage 3 Std. 5 Min. 59 Sek.'],
    ['4日前に投稿', '2週間前に投稿'],
    ['发布于 4 天前', '发布于 2 个月前'],
    [
      '31 Kunden haben diesen Artikel heute gekauft',
      '35 Kunden haben diesen Artikel heute gekauft',
    ],
    ['31 visiteurs regardent cette page', '35 visiteurs regardent cette page'],
    ['31 usuarios están mirando este producto', '35 usuarios están mirando este producto'],
    ['Сейчас на сайте: 31', 'Сейчас на сайте: 35'],
    ['31人がこの商品を見ています', '35人がこの商品を見ています'],
    ['31 人正在看这件商品', '35 人正在看这件商品'],
    [
      '17 Personen haben sich das in den letzten 24 Stunden angesehen',
      '23 Personen haben sich das in den letzten 24 Stunden angesehen',
    ],
    ['31 other travelers booked this', '35 other travelers booked this'],
    ['1.204 mal angesehen', '1.311 mal angesehen'],
    ['Lu 1 204 fois', 'Lu 1 311 fois'],
    ['阅读数 1204', '阅读数 1311'],
    ['Die Aktion endet in 2 Tagen 3 Std.', 'Die Aktion endet in 1 Tagen 7 Std.'],
    ['Encore ouvert, se termine dans 02:14:33', 'Encore ouvert, se termine dans 01:02:05'],
    ['La oferta termina en 3 horas', 'La oferta termina en 2 horas'],
    ['終了まで 2日 3時間', '終了まで 1日 7時間'],
    ['Flash sale: 2d 14h 33m left', 'Flash sale: 1d 2h 5m left'],
  ]
  for (const pair of pairs) assert.ok(isSame(pair), pair[0])
})

test('dates, numbers and times that are facts count', () => {
  const pairs: [string, string][] = [
    ['Gültig bis 26.11.2026', 'Gültig bis 27.11.2026'],
    ['Deadline: 26 November 2026', 'Deadline: 27 November 2026'],
    ['Version 4.2 updated on 26.11.2026', 'Version 4.3 updated on 26.11.2026'],
    ['Prices effective as of 1 January 2027', 'Prices effective as of 2 January 2027'],
    ['Noch 3 Stück auf Lager', 'Noch 2 Stück auf Lager'],
    ['Noch 10 Minuten köcheln lassen', 'Noch 15 Minuten köcheln lassen'],
    ['Only 20 minutes from the station', 'Only 25 minutes from the station'],
    ['412 people live on the island', '413 people live on the island'],
    ['Only 3 left in stock', 'Only 2 left in stock'],
    ['Termin: 26.11.2026 18:30', 'Termin: 27.11.2026 18:30'],
    ['9:00–17:00', '9:00–18:00'],
    ['The last match was on 26 November 2026', 'The last match was on 27 November 2026'],
    ['Valable jusqu’au 26 novembre 2026', 'Valable jusqu’au 27 novembre 2026'],
    ['申込期限 2026年11月26日', '申込期限 2026年11月27日'],
    ['Действует до 26 ноября 2026', 'Действует до 27 ноября 2026'],
    ['Билет действителен на 04.03.2026', 'Билет действителен на 06.03.2026'],
    ['Preise gültig bis 04.03.2026', 'Preise gültig bis 06.03.2026'],
    ['Tarifs valables du 4/3 au 30/03/2026', 'Tarifs valables du 4/3 au 31/03/2026'],
    ['Ticket prices rise on 4 March 2026', 'Ticket prices rise on 6 March 2026'],
    ['Kurs am 4.3.2026: Nähen für Anfänger', 'Kurs am 6.3.2026: Nähen für Anfänger'],
    ['Cours de danse le 4 mars 2026', 'Cours de danse le 6 mars 2026'],
    ['Ceny ważne do 4.03.2026', 'Ceny ważne do 6.03.2026'],
    ['Lesezeit 3 Minuten', 'Lesezeit 4 Minuten'],
    ['3 members of the board', '4 members of the board'],
    ['Laiva lähtee klo 10.00', 'Laiva lähtee klo 11.00'],
    ['Vi är 17 personer i laget', 'Vi är 23 personer i laget'],
    ['Vstup jen nyní 170 Kč', 'Vstup jen nyní 190 Kč'],
    ['3 h 20 min', '3 h 50 min'],
    ['10:00 11:30 12:45', '10:00 11:40 12:45'],
    ['3 m, 4 m and 5 m', '3 m, 4 m and 6 m'],
  ]
  for (const pair of pairs) assert.ok(!isSame(pair), pair[0])
})

const card = (name: string, price: string) => [`[${name}](${name})`, price]

test('teasers in another order are no change; a ranking, prices that change places and paragraphs are', () => {
  const [anchor, bell, chain] = [
    card('Anchor', '12.00'),
    card('Bell', '9.50'),
    card('Chain', '31.20'),
  ]
  assert.equal(status([...anchor, ...bell, ...chain], [...chain, ...anchor, ...bell]), 'same')
  assert.equal(status([...anchor, ...bell, ...chain], [...bell, ...chain, ...anchor]), 'same')
  assert.equal(
    status([...anchor, ...bell], [...card('Anchor', '9.50'), ...card('Bell', '12.00')]),
    'changed',
  )
  assert.equal(
    status([...anchor, ...bell], [...card('Bell', '12.00'), ...card('Anchor', '9.50')]),
    'changed',
  )
  assert.equal(status([...anchor, ...bell, ...chain], [...chain, ...anchor]), 'changed')
  assert.equal(status(['1', ...anchor, '2', ...bell], ['1', ...bell, '2', ...anchor]), 'changed')
  assert.equal(status([`${prose} One.`, 'Short.'], ['Short.', `${prose} One.`]), 'changed')
})

const parts = (...numbers: number[]) =>
  numbers.flatMap((each, at) => [String(each), ['Days', 'Hours', 'Mins', 'Secs'][at] ?? ''])

test('a countdown whose parts are elements of their own is no content; other numbers with units are', () => {
  assert.equal(status(parts(2, 14, 55, 10), parts(1, 3, 51, 44)), 'same')
  assert.equal(status(parts(2, 14), parts(1, 3)), 'changed')
  assert.equal(status(['2', '14', '55'], ['2', '15', '55']), 'changed')
})

test('what differs between two visits of the same moment is no change', () => {
  const before = ['Stock: 12', 'A guest said: wonderful.', 'Price 10']
  const after = ['Stock: 12', 'A guest said: never again.', 'Price 10']
  assert.equal(status(before, after), 'changed')
  assert.equal(status(before, after, ['Stock: 12', 'A guest said: so so.', 'Price 10']), 'same')
  // Another difference counts, also beside the volatile place.
  const dearer = ['Stock: 12', 'A guest said: never again.', 'Price 11']
  assert.equal(status(before, dearer, ['Stock: 12', 'A guest said: so so.', 'Price 11']), 'changed')
  const gone = ['A guest said: never again.', 'Price 10']
  assert.equal(status(before, gone, ['A guest said: so so.', 'Price 10']), 'changed')
  // The page did not change again: the change stands.
  assert.equal(status(before, after, after), 'changed')
  // The second visit returned something else.
  const wait = { markdown: 'Please wait', normalisedText: 'k\tPlease wait' }
  const versions = { previous: makeVersion(...before), current: makeVersion(...after), url }
  assert.equal(compareVersions({ ...versions, revisit: wait }).status, 'changed')
})

const days = (from: string, to: string) => [new Date(from), new Date(to)] as const
const compareOn = (previous: string, current: string, takenAt: readonly [Date, Date]) =>
  compareVersions({
    previous: makeVersion(previous),
    current: makeVersion(current),
    takenAt,
    url,
  }).status

test('a date that is always the day of the visit is no content, whatever its words are; one that moves otherwise is', () => {
  const daily = days('2026-03-04T09:00:00Z', '2026-03-11T21:00:00Z')
  const same: [string, string][] = [
    ['Harbour log of Wednesday, March 4, 2026', 'Harbour log of Wednesday, March 11, 2026'],
    ['Hafenbuch: 4. März 2026, 10:00', 'Hafenbuch: 11. März 2026, 22:05'],
    ['Судовой журнал за 04.03.26', 'Судовой журнал за 11.03.26'],
    ['港日志 2026年3月4日', '港日志 2026年3月11日'],
  ]
  for (const pair of same) assert.equal(compareOn(...pair, daily), 'same', pair[0])
  // On the other side of the date line.
  assert.equal(compareOn('Log of 5 March 2026', 'Log of 12 March 2026', daily), 'same')
  const changed: [string, string][] = [
    ['Concert on 4 March 2026', 'Concert on 12 March 2026'],
    ['Concert on 4 March 2026', 'Reading on 11 March 2026'],
    ['4 boats, 4 March 2026', '11 boats, 11 March 2026'],
    ['Concert on 4 March 2026', 'Concert on 4 March 2027'],
  ]
  for (const pair of changed) assert.equal(compareOn(...pair, daily), 'changed', pair[0])
  const seconds = days('2026-03-04T09:00:00Z', '2026-03-04T09:00:05Z')
  assert.equal(compareOn('Log of 4 March 2026', 'Log of 5 March 2026', seconds), 'changed')
  assert.equal(compareOn('Log of 4 March 2026', 'Log of 4 March 2026', daily), 'same')
})
