/** The names of the blanks of a text: `{name}`. */
type Blanks<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Blanks<Rest>
  : never

/** A text with its blanks filled in. */
export const fill = <Text extends string>(
  text: Text,
  values: Readonly<Record<Blanks<Text>, string | number>>,
): string => text.replace(/\{(\w+)\}/g, (_, name: Blanks<Text>) => String(values[name]))
