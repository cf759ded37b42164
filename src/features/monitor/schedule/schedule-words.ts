/** A word of a schedule in English, German, French or Spanish, without accents; what it means stands before it. */
const table = `
every: every each jede jeden jedes jeder alle chaque tous toutes cada todos todas
minute: minute minutes min mins minuten minuto minutos
hour: hour hours hr hrs stunde stunden heure heures hora horas
day: day days tag tage tagen tags jour jours dia dias
week: week weeks woche wochen semaine semaines semana semanas
month: month months monat monate monaten monats mois mes meses
year: year years jahr jahre jahres an ans annee annees ano anos
minutely: minutlich
hourly: hourly stundlich
daily: daily taglich quotidien quotidiennement diario diariamente
weekly: weekly wochentlich hebdomadaire semanal semanalmente
monthly: monthly monatlich mensuel mensuellement mensual mensualmente
quarterly: quarterly vierteljahrlich trimestriel trimestral
yearly: yearly annually jahrlich annuel anual
weekdays: weekday weekdays workday workdays werktag werktags werktage werktagen wochentag wochentags wochentage wochentagen
weekend: weekend weekends wochenende wochenenden
d1: monday mondays mon montag montags mo lundi lundis lun lunes
d2: tuesday tuesdays tue tues dienstag dienstags di mardi mardis mar martes
d3: wednesday wednesdays wed mittwoch mittwochs mi mercredi mercredis mer miercoles mie
d4: thursday thursdays thu thur thurs donnerstag donnerstags do jeudi jeudis jeu jueves jue
d5: friday fridays fri freitag freitags fr vendredi vendredis ven viernes vie
d6: saturday saturdays sat samstag samstags sonnabend sonnabends sa samedi samedis sam sabado sabados sab
d0: sunday sundays sun sonntag sonntags so dimanche dimanches dim domingo domingos dom
times: times time mal fois veces vez
once: once einmal
twice: twice zweimal
thrice: thrice dreimal
first: first erste ersten erster premier premiere primero primer primera
last: last letzte letzten letzter dernier derniere ultimo ultima
other: other zweite zweiten
at: at um las
and: and und et y e sowie plus
to: to bis until till through hasta jusque
between: between zwischen entre
n1: one ein eine einen un une uno una
n2: two zwei deux dos
n3: three drei trois tres
n4: four vier quatre cuatro
n5: five funf cinq cinco
n6: six sechs seis
n10: ten zehn dix diez
n12: twelve zwolf douze doce
n15: fifteen funfzehn quinze quince
n20: twenty zwanzig vingt veinte
n30: thirty dreissig trente treinta
t12:00: noon midday mittag mittags midi mediodia
t0:00: midnight mitternacht mitternachts minuit medianoche
of: of des du de del
fill: a the on in per pro par por am im an dem den der die das le la les l el los al au aux uhr von from que and's oclock jeweils immer only nur hours'
`

/** Groups of words that mean something together; `a` has no accent any more. */
export const groups: readonly (readonly [pattern: RegExp, meaning: string])[] = [
  [/\b(?:working|business|week) days?\b/g, 'weekdays'],
  [/\bjours? (?:de (?:la )?semaine|ouvr(?:es?|ables?))\b/g, 'weekdays'],
  [/\bdias? (?:laborables?|habiles?|de (?:la )?semana)\b/g, 'weekdays'],
  [/\b(?:week[ -]ends?|fin(?:es)? de semana)\b/g, 'weekend'],
  [/\b(?:first|erste[nr]?|premier|primer) (?:day|tag|jour|dia)\b/g, 'first'],
  [/\bo'clock\b/g, ''],
]

export const meanings: ReadonlyMap<string, string> = new Map(
  table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const at = line.lastIndexOf(': ')
      const meaning = line.slice(0, at)
      return line
        .slice(at + 2)
        .split(' ')
        .map((word) => [word, meaning] as const)
    }),
)
