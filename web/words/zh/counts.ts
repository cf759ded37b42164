import { formatNumber } from '../../format.ts'

const counted = (number: number, what: string) => `${formatNumber(number)} ${what}`

export const addresses = (number: number) => counted(number, '个地址')
export const characters = (number: number) => counted(number, '个字符')
export const checks = (number: number) => counted(number, '次检查')
export const credits = (number: number) => counted(number, '积分')
export const fields = (number: number) => counted(number, '个字段')
export const monitors = (number: number) => counted(number, '个监控')
export const pages = (number: number) => counted(number, '个页面')
export const records = (number: number) => counted(number, '条记录')
export const results = (number: number) => counted(number, '个结果')
export const steps = (number: number) => counted(number, '个步骤')
export const tasks = (number: number) => counted(number, '个任务')
export const tokens = (number: number) => counted(number, '个令牌')
export const failedDeliveries = (number: number) => counted(number, '次失败的投递')
export const failedPages = (number: number) => counted(number, '个失败的页面')
export const unchangedLines = (number: number) => counted(number, '行未更改')
