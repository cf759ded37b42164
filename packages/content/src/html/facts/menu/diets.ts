const diets: readonly (readonly [name: string, words: RegExp])[] = [
  ['vegan', /\bvegan[oae]?\b|\(vg\)|vegandiet|végétalien|plant-based/i],
  [
    'vegetarian',
    /\bvegetarian\b|\bveggie\b|\(v\)|vegetariandiet|vegetarisch|végétarien|vegetarian[oa]/i,
  ],
  [
    'gluten-free',
    /gluten-? ?free|\(gf\)|glutenfreediet|glutenfrei|sans gluten|sin gluten|senza glutine/i,
  ],
  [
    'dairy-free',
    /dairy-? ?free|\(df\)|lactose-? ?free|lowlactosediet|laktosefrei|sans lactose|sin lactosa/i,
  ],
  ['nut-free', /nut-? ?free|\(nf\)/i],
  ['halal', /\bhalal|halaldiet/i],
  ['kosher', /\bkosher|kosherdiet|koscher/i],
  ['organic', /\borganic\b|\bbio\b/i],
  ['low-calorie', /lowcaloriediet|low-? ?calorie/i],
  ['spicy', /\bspicy\b|🌶|\bscharf\b|\bpiquant|\bpicante\b/i],
]

/** The diets that a text names. */
export const dietsIn = (text: string): string[] =>
  diets.flatMap(([name, words]) => (words.test(text) ? [name] : []))

/** The calories that a text names. */
export function caloriesIn(text: string): number | undefined {
  const [, digits] = /(?<!\d)(\d{2,4}) ?(?:kcal|cal(?:ories|s)?\b)/i.exec(text) ?? []
  return digits === undefined ? undefined : Number(digits)
}
