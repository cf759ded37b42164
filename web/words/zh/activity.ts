import type { Part } from '../part.ts'

export const findLabel = '查找请求'
export const findPlaceholder = '按操作或目标查找'
export const filterFailed = '仅失败的'
export const filterDays = '所有日期'
export const foundSoFar = (number: Part) => `目前找到 ${number} 个。更早的请求尚未搜索。`
export const requestsLabel = '请求'
export const emptyTitle = '没有请求'
export const changesTitle = '控制台中的更改'
export const changesEmpty = '尚无任何更改。'
export const changesOrigin = (createdAt: Part, address: Part) => `${createdAt}，来自 ${address}`
