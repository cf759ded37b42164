import type { Profile } from './profile.ts'

const durations = new Set(['duration', 'time', 'length', 'period'])

/** Words of names that the form of a value, or the dimension of its unit, says. */
const impliedWords: Readonly<Record<string, ReadonlySet<string> | undefined>> = {
  money: new Set(
    'price prices cost costs fee fees fare fares charge amount rate ticket entry admission rental hire surcharge supplement'.split(
      ' ',
    ),
  ),
  count: new Set('spaces places spots capacity size'.split(' ')),
  percent: new Set(['rate', 'share', 'percentage']),
  hours: new Set(['hours', 'opening']),
  year: new Set('year jahr annee ano anno jaar rok ar'.split(' ')),
  time: new Set([...durations, ...'opens closes opening closing start end from until'.split(' ')]),
  days: durations,
  months: durations,
  length: new Set(['distance']),
  area: new Set(['area', 'size', 'surface']),
  mass: new Set(['weight']),
  volume: new Set(['volume', 'capacity']),
  temperature: new Set(['temperature']),
}

/** The words of a property's name that its values say themselves: `price` of an amount with a currency, `distance` of kilometres. */
export const listImplied = ({
  form,
  unit,
}: Pick<Profile, 'form' | 'unit'>): ReadonlySet<string> | undefined =>
  impliedWords[form] ?? impliedWords[unit?.dimension ?? '']
