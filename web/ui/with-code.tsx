/** A text in which the words between backticks are code. */
export const withCode = (text: string) =>
  text.split('`').map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part))
