import type { Part } from '../part.ts'

export const targetsInvalid = '目标必须是 JSON 列表。'
export const targetsMore = (shown: Part, names: Part) => `${shown} 以及另外 ${names} 个`
export const targetsLabel = '目标'
export const targetsHint = '每行一个。'
export const scheduleSuggestions = [
  'daily at 9:00',
  'every weekday at 8',
  'monday and friday at 9am',
  'twice a day',
  'first of the month',
]
export const scheduleLabel = '计划'
export const schedulePreview = '下次运行：'
export const editTitle = '修改监控'
export const createSubmit = '创建并立即检查'
export const tagsLabel = '标签'
export const tagsPlaceholder = '价格，竞争对手'
export const goalPlaceholder = '价格变化时通知'
export const goalSearchHint = '据此判断新结果。'
export const goalHint = '可选。配置语言模型时，会据此判断更改。'
export const moreTitle = '通知与保留'
export const emailsLabel = '电子邮件地址'
export const emailsHint = '每行一个。他们需先确认。'
export const webhookLabel = 'Webhook'
export const retentionLabel = '检查保存的天数'
export const kindScrape = '仅这些页面'
export const kindCrawl = '从这里开始的网站'
export const kindSearch = '搜索的新结果'
export const kindJson = '多种类型（JSON）'
export const kindLabel = '检查内容'
export const searchesPlaceholder = '河流上的水坝'
export const searchesAge = '不早于'
export const searchesResults = '每项的结果数'
export const crawlUnit = '页面'
export const screenshotsLabel = '同时比较截图'
export const trialHint = '立即读取其中最多三个，价格与普通请求相同。'
export const trialMinimum = '至少 '
export const trialStatus = (statusCode: Part) => `网站返回状态 ${statusCode}。`
export const optionsPages = '页面选项：标头、配置、位置等'
export const optionsSite = '爬取选项：路径、深度、站点地图等'
export const startLeft = (names: Part) => `监控没有请求的这些选项：${names}。`
export const gridTitle = '日期和小时'
export const gridLabel = '计划的日期和小时'
export const gridOther = '此计划包含表格无法显示的部分。在此选择会替换它。'
export const gridFrequency = '每小时的频率'
export const gridOnce = '每小时一次'
export const gridAllHours = '所有小时'
export const gridWorkingHours = '8 至 18 点'
export const gridWorkingDays = '周一至周五'
export const gridEvery = (minutes: Part) => `每 ${minutes} 分钟`
export const gridHour = (hour: Part) => `从 ${hour} 起`
