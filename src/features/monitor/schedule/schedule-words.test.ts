import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scheduleProblem } from './cron.ts'
import { readScheduleText } from './schedule-text.ts'

const phrases: Readonly<Record<string, readonly string[]>> = {
  '0 8 * * 1-5': [
    'every weekday at 8',
    'weekdays at 8am',
    'Monday to Friday at 8:00',
    'on working days at 8',
    'mon-fri at 8',
    'jeden Werktag um 8 Uhr',
    'werktags um 8',
    'montags bis freitags um 8.00 Uhr',
    'Montag bis Freitag um 8',
    'chaque jour de semaine à 8h',
    'tous les jours ouvrés à 8 h',
    'du lundi au vendredi à 8h00',
    'cada día laborable a las 8',
    'de lunes a viernes a las 8:00',
  ],
  '0 9 * * 1,5': [
    'monday and friday at 9am',
    'every Monday and Friday at 9 am',
    'Mondays, Fridays at 9',
    'montags und freitags um 9 Uhr',
    'jeden Montag und Freitag um 9',
    'le lundi et le vendredi à 9h',
    'lunes y viernes a las 9',
    'los lunes y los viernes a las 9:00',
  ],
  '0 0,12 * * *': [
    'twice a day',
    'two times a day',
    'twice daily',
    'zweimal am Tag',
    'zweimal täglich',
    'deux fois par jour',
    'dos veces al día',
  ],
  '0 0 1 * *': [
    'first of the month',
    'on the first day of every month',
    'on the 1st of each month',
    'monthly',
    'once a month',
    'am ersten des Monats',
    'am 1. des Monats',
    'monatlich',
    'le premier du mois',
    'le 1er du mois',
    'tous les mois',
    'el primero de cada mes',
    'cada mes',
  ],
  '30 9 * * *': [
    'every day at 9:30',
    'daily at 9.30',
    'täglich um 9:30 Uhr',
    'jeden Tag um 9 Uhr 30',
    'tous les jours à 9h30',
    'todos los días a las 9:30',
  ],
  '0 8,12,18 * * 1-5': ['every weekday at 8, 12 and 18', 'werktags um 8, 12 und 18 Uhr'],
  '*/30 * * * *': [
    'alle 30 Minuten',
    'toutes les 30 minutes',
    'cada 30 minutos',
    'every thirty minutes',
    'twice an hour',
  ],
  '0 * * * *': ['stündlich', 'toutes les heures', 'cada hora', 'jede Stunde'],
  '0 */2 * * *': [
    'alle zwei Stunden',
    'toutes les deux heures',
    'cada dos horas',
    'every two hours',
  ],
  '*/15 8-17 * * 1-5': [
    'every 15 minutes between 8 and 18 on weekdays',
    'every 15 minutes from 8 to 18 on weekdays',
    'alle 15 Minuten zwischen 8 und 18 Uhr werktags',
    'toutes les 15 minutes entre 8h et 18h du lundi au vendredi',
    'cada 15 minutos entre las 8 y las 18 de lunes a viernes',
  ],
  '0 22-23,0-6 * * *': ['hourly between 22:00 and 6:00'],
  '0 12 * * 0,6': [
    'weekends at noon',
    'am Wochenende mittags',
    'le week-end à midi',
    'fin de semana a las 12',
  ],
  '0 0 15 * *': [
    'on the 15th of the month',
    'am 15. des Monats',
    'le 15 du mois',
    'el 15 de cada mes',
  ],
  '0 8 1,15 * *': ['on the 1st and 15th of the month at 8', 'am 1. und 15. des Monats um 8 Uhr'],
  '0 18 * * 6': [
    'saturdays at 6pm',
    'jeden Samstag um 18 Uhr',
    'chaque samedi à 18h',
    'cada sábado a las 18',
  ],
  '0 0 */2 * *': ['every other day', 'every two days', 'alle zwei Tage', 'cada dos días'],
  '0 0 1 */3 *': ['quarterly', 'every three months', 'alle drei Monate'],
  '0 0 * * 1,4': [
    'twice a week',
    'zweimal pro Woche',
    'deux fois par semaine',
    'dos veces por semana',
  ],
}

test('schedules are read as people write them, in four languages', () => {
  for (const [cron, texts] of Object.entries(phrases)) {
    assert.equal(scheduleProblem({ cron, timezone: 'UTC' }, new Date(0)), undefined, cron)
    for (const text of texts) assert.deepEqual(readScheduleText(text), { cron }, text)
  }
})

test('what cron cannot say is refused with what to do instead', () => {
  const refused: readonly (readonly [text: string, problem: RegExp])[] = [
    ['every weekday at 8:15 and 12:30', /same minute/],
    ['every two weeks', /cannot leave out weeks/],
    ['five times a day', /spread evenly/],
    ['every 7 minutes on mondays', /divide evenly into 60/],
    ['daily at 25:00', /between 0 and 23|0:00 and 23:59/],
    ['monday at 13pm', /Unsupported|0:00/],
    ['on the 45th of the month', /between 1 and 31/],
    ['every blue moon', /Unsupported schedule text/],
    ['every', /^$|Unsupported/],
    ['when it rains', /Unsupported/],
    ['last of the month', /Unsupported/],
  ]
  for (const [text, problem] of refused) {
    const reading = readScheduleText(text)
    assert.match(reading.problem ?? '', problem, `${text}: ${JSON.stringify(reading)}`)
  }
})
