/** Collapses runs of white space to one space. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
