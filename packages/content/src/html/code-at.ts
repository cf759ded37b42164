/**
 * `text.charCodeAt(at)` for loops over the texts of pages; `at` must be inside of the text. V8 stores these in many ways (parts of other
 * texts, joined texts, one or two bytes per character), and searches the method anew for each character where it has seen more than
 * four of them. The same is true of `text.length`, therefore such loops read it once.
 */
export const codeAt = (text: string, at: number): number =>
  String.prototype.charCodeAt.call(text, at)
