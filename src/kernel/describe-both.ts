/** A part of a JSON Schema: an object in which both lists have items. */
export const describeBoth = (one: string, other: string) => ({
  required: [one, other],
  properties: { [one]: { minItems: 1 }, [other]: { minItems: 1 } },
})
