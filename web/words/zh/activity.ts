import type { Part } from '../part.ts'

export const findLabel = '查找请求'
export const findPlaceholder = '按操作或目标查找'
export const filterFailed = '仅失败的'
export const requestsTitle = '最近 24 小时的请求'
export const requestsLabel = '请求'
export const emptyTitle = '没有请求'
export const changesTitle = '控制台中的更改'
export const changesEmpty = '尚无任何更改。'
export const changesOrigin = (createdAt: Part, address: Part) => `${createdAt}，来自 ${address}`
