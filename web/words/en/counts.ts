import { formatNumber } from '../../format.ts'

const counted = (number: number, one: string, many: string) =>
  `${formatNumber(number)} ${number === 1 ? one : many}`

export const addresses = (number: number) => counted(number, 'address', 'addresses')
export const characters = (number: number) => counted(number, 'character', 'characters')
export const checks = (number: number) => counted(number, 'check', 'checks')
export const credits = (number: number) => counted(number, 'credit', 'credits')
export const fields = (number: number) => counted(number, 'field', 'fields')
export const monitors = (number: number) => counted(number, 'monitor', 'monitors')
export const pages = (number: number) => counted(number, 'page', 'pages')
export const records = (number: number) => counted(number, 'record', 'records')
export const results = (number: number) => counted(number, 'result', 'results')
export const steps = (number: number) => counted(number, 'step', 'steps')
export const tasks = (number: number) => counted(number, 'task', 'tasks')
export const tokens = (number: number) => counted(number, 'token', 'tokens')
export const failedDeliveries = (number: number) =>
  counted(number, 'failed delivery', 'failed deliveries')
export const failedPages = (number: number) => counted(number, 'failed page', 'failed pages')
export const unchangedLines = (number: number) =>
  counted(number, 'unchanged line', 'unchanged lines')
