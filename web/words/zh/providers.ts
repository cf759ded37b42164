import type { Part } from '../part.ts'

export const listLead = '提供方拥有不抓取的页面的记录。所用的提供方按选择的顺序查询。'
export const emptyTitle = '没有数据提供方'
export const emptyText = '此服务的运营者未配置任何提供方。'
export const choiceLabel = '为此团队查询数据提供方'
export const choiceForbidden = '；运营者不允许'
export const termsAccept = '接受条款'
export const termsVersion = (name: Part, version: Part) => `${name}，版本 ${version}`
