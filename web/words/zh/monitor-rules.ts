import type { Part } from '../part.ts'

export const typesStock = '库存'
export const conditionsBelow = '低于'
export const conditionsAbove = '高于'
export const conditionsPercent = '变化百分比'
export const conditionsBy = '变化达'
export const conditionsChanges = '变化'
export const conditionsAppears = '出现'
export const conditionsDisappears = '消失'
export const conditionsIn = '恢复供应'
export const conditionsOut = '售罄'
export const partTitle = '仅页面的一部分'
export const includeLabel = '仅监视'
export const includeHint = 'CSS 选择器、XPath 或 $.price 之类的 JSON 路径。每行一个。'
export const ignoreLabel = '忽略包含以下内容的行'
export const ignoreHint = '文本，或斜杠之间的模式：/\\d+ people/。每行一个。'
export const rulesTitle = '在以下情况通知我'
export const rulesHint = '没有规则时会通知每次更改。有多条时，满足任意一条即通知。'
export const rulesAdd = '添加规则'
export const rulesType = (rule: Part) => `规则 ${rule} 的类型`
export const rulesWhen = (rule: Part) => `规则 ${rule} 的条件`
export const rulesValue = (rule: Part) => `规则 ${rule} 的值`
export const rulesText = (rule: Part) => `规则 ${rule} 的文本`
export const rulesAfter = (rule: Part) => `规则 ${rule} 中数字之前的文本`
export const rulesAfterPlaceholder = '在此文本之后'
export const rulesTextPlaceholder = '售罄'
export const rulesRemove = (rule: Part) => `移除规则 ${rule}`
export const watchedTitle = '将监视的内容'
export const watchedIgnored = '已忽略'
export const watchedEmpty = '无：选择器未选中此页面的任何文本。'
export const watchedNow = (name: Part, value: Part) => `${name} 现为 ${value}`
export const watchedUnknown = (name: Part) => `未找到 ${name}。`
export const watchedYes = '有'
export const watchedNo = '没有'
export const resultsLabel = '规则'
export const resultsMet = '已满足'
export const resultsNotMet = '未满足'
export const resultsNow = (found: Part, before: Part) => `现为 ${found}，之前为 ${before}`
export const resultsFirst = (found: Part) => `现为 ${found}`
