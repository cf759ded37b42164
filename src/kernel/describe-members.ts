/** Parts of a JSON Schema: an object that has all of these members. */
export const describeMembers = (...names: readonly string[]) => ({
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, {}])),
})

/** An object in which both lists have items. */
export const describeBoth = (one: string, other: string) => ({
  required: [one, other],
  properties: { [one]: { minItems: 1 }, [other]: { minItems: 1 } },
})
