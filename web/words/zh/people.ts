import type { Part } from '../part.ts'

export const roleViewer = '可查看全部'
export const roleMember = '还可运行操作、任务和监控'
export const roleAdmin = '还可管理密钥和人员'
export const roleLabel = '角色'
export const roleSelect = (name: Part) => `${name} 的角色`
export const roleOperator = '运营者'
export const pageLead = '人员登录此控制台。程序使用 API 密钥。'
export const pageInvite = '邀请'
export const linkText = '请将此链接发给对方。它只能使用一次。'
export const columnsSeen = '上次访问'
export const columnsEmail = '电子邮件'
export const rowSelf = '您'
export const rowPassword = '密码链接'
export const removeButton = '移除'
export const invitesTitle = '未使用的邀请'
export const invitesAnybody = '任何拥有链接的人'
export const invitesRole = (role: Part) => `（${role}）`
export const invitesOrigin = (createdBy: Part, expiresAt: Part) =>
  `由 ${createdBy}，至 ${expiresAt}`
export const invitesWithdraw = '撤回'
export const formTitle = '邀请他人'
export const formHint = '只有此地址可使用该链接。留空则任何拥有链接的人都可加入。'
export const formSubmit = '生成链接'
