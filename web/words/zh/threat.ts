import { prices } from '../../../src/credits/prices.ts'
import type { Part } from '../part.ts'

export const offMeaning = '不检查。'
export const offCost = '免费。'
export const manualMeaning = '由团队的列表决定。'
export const normalMeaning = '先由列表决定，再由此服务的分类器决定。'
export const normalCost = `分类器判断的每个 URL 花费 ${prices.threatScan} 积分，被阻止时也一样；列表的判断免费。`
export const policyTitle = '策略'
export const policyViewer = '团队管理员可以更改。'
export const policyChanged = (updatedAt: Part) => `${updatedAt} 更改。`
export const policyChangedBy = (name: Part, updatedAt: Part) => `由 ${name} 于 ${updatedAt} 更改。`
export const policyDiscard = '放弃我的更改并加载已保存的策略'
export const blockedTitle = '最近 24 小时的阻止'
export const blockedEmpty = '没有阻止任何内容。'
export const tldsHint = '按 Enter 添加，如 zip；也可粘贴列表。'
export const tldsInvalid = (text: Part) => `${text} 不是顶级域名。`
export const tldsLabel = '阻止的顶级域名'
export const modeLabel = '模式'
export const modeEnforced = ' 运营者已强制启用威胁防护。'
export const classifiersLabel = '分类器：'
export const classifiersNone = '未配置'
export const scoreLabel = '阻止的分数'
export const scoreStrict = '阻止一切未知安全的内容'
export const scoreMedium = '阻止可能的威胁'
export const scoreLenient = '仅阻止已知威胁'
export const scoreText = (score: Part, meaning: Part) => `${score}：${meaning}`
export const outageLabel = '分类器失败时'
export const outageBlock = '阻止'
export const outageAllow = '允许'
export const outageBlockHint = '分类器无响应时，其 URL 被拒绝：任务可能失败。'
export const outageAllowHint = '分类器无响应时，其 URL 不经检查即抓取。'
export const overrideLabel = '请求可覆盖策略'
export const deniedLabel = '阻止的域名'
export const deniedHint = '每行一个：example.com，或用 *.example.com 表示其子域名。'
export const allowedLabel = '允许的域名'
export const allowedHint = '无论其他规则如何均允许。'
export const trialTitle = '测试 URL'
export const trialHint = '由已保存的策略决定。不抓取也不收费。'
export const trialAllowed = '允许。'
export const trialBlocked = '已阻止。'
export const trialUndecided = '没有规则作出决定。'
export const trialRule = (rule: Part) => `规则：${rule}`
export const trialVerdict = (provider: Part, categories: Part) =>
  `，由 ${provider}${categories === '' ? '' : `（${categories}）`}`
export const listsCount = (number: Part, most: Part) => `${number} 项，最多 ${most} 项。`
export const listsInvalid = (line: Part, text: Part) => `第 ${line} 行：${text} 无效。`
