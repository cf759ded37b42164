import type { Part } from '../part.ts'

export const feedsTitle = 'RSS 和 Atom 订阅源'
export const feedsHint = '拥有订阅源地址的人无需登录即可读取其更改，直到您将其移除。'
export const subjectLabel = '更改来源'
export const subjectAll = '所有监控'
export const subjectTag = (tag: Part) => `带标签 ${tag} 的监控`
export const subjectGone = '已删除的监控'
export const createButton = '创建订阅源'
export const createdHint = '请立即复制地址。它不会再次显示。'
export const atomLabel = 'Atom 地址'
export const rssLabel = 'RSS 地址'
export const listCreated = (time: Part) => `创建于 ${time}`
export const listRemove = (subject: Part) => `移除 ${subject} 的订阅源`
