const people =
  /^(?:engineer|manager|director|president|chef|coach|professor|spokesperson|minister|mayor|curator|artist|owner|instructor|teacher|doctor|host|person|lead|head|contact|chair|chairman|chairwoman|chairperson|treasurer|secretary|guide|dentist|vet|veterinarian|founder|leader|warden|ranger|captain|skipper|conductor|composer|photographer|headteacher|coordinator|master|superintendent|steward|keeper|translator|illustrator|inhaber|inhaberin|kursleiter|ansprechpartner|formand|zakladatel)$/
/** Whether a word is one for who does something. */
export const isPersonWord = (word: string): boolean => people.test(word)

/** What belongs to people, and is none of them. */
const ofPeople =
  /^(?:price|cost|fee|rate|hours|time|type|kind|id|code|number|count|language|office|department|team|club|company|title|role|position|bio|note|comment|quote|area|page|school)s?$/

/** Whether the words of a name of a property ask for who does something: `chair`, `head_of_department`, not `guide_price`. */
export const asksForPerson = (words: readonly string[]): boolean =>
  words.some(isPersonWord) && !ofPeople.test(words.at(-1) ?? '')
