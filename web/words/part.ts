/** What a sentence is filled with. */
export type Part = string | number
