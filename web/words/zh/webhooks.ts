import { formatNumber } from '../../format.ts'
import type { Part } from '../part.ts'

export const pageLead = '最近 7 天的投递。接收方由任务和监控指定。'
export const pageReplay = '重放：'
export const listTitle = '投递'
export const emptyTitle = '没有投递'
export const emptyText = '带 webhook 选项的爬取、批量或监控会将事件发送到您的服务器。'
export const columnsEvent = '事件'
export const columnsReceiver = '接收方'
export const columnsAttempts = '尝试'
export const responseNone = '暂无'
export const rowNext = (nextAttemptAt: Part) => `下次 ${nextAttemptAt}`
export const replayLabel = (type: Part) => `重放 ${type}`
export const replayButton = '重放'
export const detailsButton = '详情'
export const detailsLabel = (type: Part) => `${type} 的详情`
export const dialogTitle = '投递'
export const dialogSent = '发送时间'
export const dialogBodyMissing = '未保存正文：其结果已过期，或任务不保留数据。'
export const dialogBodyCut = '仅显示前 64 KB。'
export const dialogNoAttempts = '未保存任何尝试：没有尝试，或任务不保留数据。'
export const attemptNone = '无响应'
export const attemptDuration = (number: number) => `${formatNumber(number)} ms`
export const attemptEmpty = '响应没有文本。'
export const attemptCut = '仅保存前 8 KB。'
export const testTitle = '测试接收方'
export const testUrl = '接收方的 URL'
export const testSubmit = '发送测试'
export const secretLead =
  '投递按 Standard Webhooks 签名。更换后 24 小时内，投递带有两个密钥的签名。'
export const secretShow = '显示密钥'
export const secretConfirm = '立即替换'
export const secretReplace = '替换密钥'
