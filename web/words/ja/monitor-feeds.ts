import type { Part } from '../part.ts'

export const feedsTitle = 'RSS と Atom のフィード'
export const feedsHint =
  'フィードのアドレスを持つ人は、削除されるまで、サインインせずに変更を読めます。'
export const subjectLabel = '変更の対象'
export const subjectAll = 'すべてのモニター'
export const subjectTag = (tag: Part) => `タグ ${tag} のモニター`
export const subjectGone = '削除されたモニター'
export const createButton = 'フィードを作成'
export const createdHint = '今すぐアドレスをコピーしてください。再び表示されることはありません。'
export const atomLabel = 'Atom のアドレス'
export const rssLabel = 'RSS のアドレス'
export const listCreated = (time: Part) => `${time} に作成`
export const listRemove = (subject: Part) => `${subject} のフィードを削除`
