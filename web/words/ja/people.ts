import type { Part } from '../part.ts'

export const roleViewer = 'すべてを閲覧できます'
export const roleMember = '操作、ジョブ、モニターの実行もできます'
export const roleAdmin = 'キーと人の管理もできます'
export const roleLabel = '役割'
export const roleSelect = (name: Part) => `${name} の役割`
export const roleOperator = '運用者'
export const pageLead = '人はこのコンソールにサインインします。プログラムは API キーを使います。'
export const pageInvite = '招待'
export const linkText = 'このリンクを本人に送ってください。使えるのは一度だけです。'
export const columnsSeen = '最終アクセス'
export const columnsEmail = 'メール'
export const rowSelf = 'あなた'
export const rowPassword = 'パスワードのリンク'
export const removeButton = '外す'
export const invitesTitle = '有効な招待'
export const invitesAnybody = 'リンクを持つ人'
export const invitesRole = (role: Part) => ` (${role} として)`
export const invitesOrigin = (createdBy: Part, expiresAt: Part) => `${createdBy}、${expiresAt} まで`
export const invitesWithdraw = '取り消す'
export const formTitle = '招待する'
export const formHint =
  'このアドレスだけがリンクを使えます。空にすると、リンクを持つ人は誰でも参加できます。'
export const formSubmit = 'リンクを作成'
