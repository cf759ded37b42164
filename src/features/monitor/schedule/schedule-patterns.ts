const time = String.raw`(?:[01]?\d|2[0-3])(?::[0-5]\d)?`
const month = String.raw`(?:\*|[1-9]|1[0-2])`

/** The usual cron expressions, for the OpenAPI document. `scheduleProblem` decides. */
export const cronPattern = [
  String.raw`^(?:[0-5]?\d|\*/(?:15|20|30))`,
  String.raw`(?:\*|1?\d|2[0-3]|\*/(?:2|3|4|6|8|12))`,
  String.raw`(?:(?:[1-9]|1\d|2[0-8]) ${month} \*|\* ${month} (?:\*|[0-6]|1-5))$`,
].join(' ')

/** The usual words for a schedule, for the OpenAPI document. `readScheduleText` decides, and reads many more. */
export const schedulePattern = `^(?:${[
  'every (?:15|20|30|60) minutes',
  'hourly',
  'every (?:[123468]|12|24) hours',
  `(?:daily|every day|every weekday)(?: at ${time})?`,
  'weekly',
  'monthly',
  'twice a day',
  `(?:täglich|werktags) um ${time}`,
  `tous les jours à ${time}`,
  `todos los días a las ${time}`,
].join('|')})$`
