import type { Part } from '../part.ts'

export const columnsKind = '类型'
export const stateAll = '所有状态'
export const filterKept = '仅永久保存的'
export const kindAll = '所有类型'
export const emptyTitle = '没有任务'
export const emptyText = '爬取读取一个网站，批量读取一组 URL。两者都在后台运行。'
export const hintDuration = (createdAt: Part) => `用时 ${createdAt}`
