/** What the programs of sessions are written in. */
export const languages = ['node', 'python', 'bash'] as const
export type Language = (typeof languages)[number]
