import type { Part } from '../part.ts'

export const operationsTitle = '操作'
export const operationsPeriod = '最近 30 天'
export const operationsTrend = (change: Part, change2: Part) => `较前 30 天 ${change}${change2}%`
export const creditsTitle = '剩余积分'
export const creditsUsed = '已用积分'
export const creditsUnlimited = '本周期；无限制'
export const creditsPlan = (planCredits: Part) => `共 ${planCredits}`
export const queueTitle = '队列'
export const queueWaiting = (waitingJobsInQueue: Part) => `${waitingJobsInQueue} 个等待中`
export const successTitle = '成功率'
export const successEmpty = '24 小时内没有请求'
export const successFailed = (failed: Part) => `24 小时内 ${failed} 个失败`
export const recentTitle = '最近的请求'
export const recentEmpty = '最近 7 天没有请求。'
export const runningTitle = '正在运行'
export const runningEmpty = '没有正在运行的爬取或批量任务。'
export const usageTitle = '每日用量'
export const usageChart = (measure: Part, by: Part) => `每日${measure}，${by}`
export const stepsScrape = '抓取页面'
export const stepsMap = '网站地图'
export const stepsCrawl = '爬取网站'
export const stepsTitle = '第一步'
export const stepsBefore = '打开 '
export const stepsLink = '试验场'
export const stepsAfter = ' 并点击“运行”，或将以下任一命令粘贴到终端。'
export const healthTitle = '健康状况'
export const changesTitle = '上次检查中的更改'
export const changesNoMonitors = '没有监视的页面。'
export const changesEmpty = '监视的页面没有更改。'
export const changesSummary = (changed: Part, last: Part, removed: Part) =>
  `${changed} 个更改，${last} 个新增，${removed} 个移除`
export const usageByKind = '按操作'
export const usageByKey = '按 API 密钥'
export const usageByHost = '按网站'
export const usageBy = '统计依据'
export const usageMeasure = '统计内容'
export const usageNoKey = '控制台中的人员'
export const usageNoHost = '无网站，或未保留'
export const usageHostsNone = '没有保留的请求。'
export const usageHosts = (since: Part) =>
  `统计自 ${since} 以来保留的请求。一个任务算作其起始页的一次请求，不含其页面的费用。`
