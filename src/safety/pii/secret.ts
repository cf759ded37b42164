import type { Span } from './entities.ts'

/** Keys and tokens by the form that their issuers give them. */
const forms: readonly RegExp[] = [
  /(?<![\w-])(?:sk|pk|rk)[-_](?:live|test|proj|ant|or|svcacct)?[-_]?[\w-]{16,200}/g,
  /(?<!\w)(?:AKIA|ASIA)[0-9A-Z]{16}(?!\w)/g,
  /(?<!\w)gh[pousr]_\w{36,255}/g,
  /(?<!\w)github_pat_\w{22,255}/g,
  /(?<![\w-])glpat-[\w-]{20,64}/g,
  /(?<![\w-])xox[abeprs]-[\w-]{10,255}/g,
  /(?<![\w-])AIza[\w-]{35}/g,
  /(?<![\w-])ya29\.[\w-]{20,255}/g,
  /(?<!\w)npm_\w{36}/g,
  /(?<!\w)hf_\w{30,64}/g,
  /(?<!\w)whsec_[\w+/=]{20,128}/g,
  /(?<![\w-])SG\.[\w-]{16,64}\.[\w-]{16,128}/g,
  /(?<!\w)fc-[0-9a-f]{32}(?!\w)/g,
  /(?<![\w-])eyJ[\w-]{8,4096}\.eyJ[\w-]{8,4096}\.[\w-]{8,4096}/g,
  /(?<=hooks\.slack\.com\/services\/)[\w/]{20,128}/g,
]

const assignment =
  /(?<![\p{L}\d])(?:pass(?:word|wd|phrase|wort)|pwd|api[ _-]?key|apikey|secret(?:[ _-]?(?:access[ _-]?)?key)?|(?:access|auth|refresh|bearer|api|session)[ _-]?token|token|client[ _-]?secret|private[ _-]?key|contraseña|mot de passe|пароль|密码)["'`*]{0,3}\s{0,3}(?:[:=]|\bis\b)\s{0,3}["'`*]{0,3}/giu
const bearer = /(?<!\w)(?:bearer|basic)\s(?=[\w+/.=~-]{20})/gi
const userInfo = /(?<=:\/\/)[^\s/?#@:]{1,64}:[^\s/?#@]{1,128}(?=@)/g
const value = /[^\s"'`<>,;&|\\()[\]{}]{6,256}/y
const keyBegin = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/g
const keyEnd = /-----END [A-Z ]{0,30}PRIVATE KEY-----/g

/** Keys, tokens, passwords behind their name, credentials in addresses, private keys. */
export function findSecrets(text: string): Span[] {
  const spans: Span[] = []
  const add = (start: number, end: number) => spans.push({ entity: 'SECRET', start, end })
  for (const form of [...forms, userInfo]) {
    for (const { 0: found, index } of text.matchAll(form)) add(index, index + found.length)
  }
  for (const named of [assignment, bearer]) {
    for (const { 0: name, index } of text.matchAll(named)) {
      value.lastIndex = index + name.length
      const found = value.exec(text)?.[0].replace(/[.:!?*]{1,4}$/, '')
      if (found !== undefined && isSecretLike(found)) {
        add(index + name.length, index + name.length + found.length)
      }
    }
  }
  for (const [start, end] of privateKeys(text)) add(start, end)
  return spans
}

/** A word of a sentence is no password: `password: required`. */
const isSecretLike = (found: string) =>
  found.length >= 6 &&
  /\d|[!#$%^*+=]/.test(found) &&
  /\p{L}/u.test(found) &&
  !/^(?:https?:|\/)/i.test(found)

/** From each begin to the end that follows; to the end of the text when it was cut off. */
function* privateKeys(text: string): Generator<[number, number]> {
  let reached = 0
  for (const { index } of text.matchAll(keyBegin)) {
    if (index < reached) continue
    keyEnd.lastIndex = index
    const end = keyEnd.exec(text)
    reached = end ? end.index + end[0].length : text.length
    yield [index, reached]
  }
}
