import type { Part } from '../part.ts'

export const languageLabel = '控制台的语言'
export const languageHint = '适用于此浏览器。服务自身输出的内容（如错误）为英文。'
export const passwordTitle = '您的密码'
export const passwordChanged = '密码已更改。其他所有会话均已结束。'
export const passwordCurrent = '当前密码'
export const passwordNew = '新密码'
export const passwordSubmit = '更改密码'
export const sessionsTitle = '您登录的位置'
export const sessionsAddress = (address: Part) => `（来自 ${address}）`
export const sessionsTimes = (createdAt: Part, seenAt: Part) =>
  `登录于 ${createdAt}，上次使用 ${seenAt}`
export const sessionsCurrent = '此浏览器'
export const sessionsEnd = '结束'
export const sessionsAll = '退出其他所有位置'
export const sessionsBrowser = (name: Part, system: Part) => `${system} 上的 ${name}`
export const serviceTitle = '服务'
export const serviceLead = '服务启动时从环境读取。'
export const serviceFind = '查找设置'
export const addressesTitle = '允许的地址'
export const addressesLabel = '地址和范围'
export const addressesHint = (ownAddress: Part) =>
  `每行一个；留空则全部允许。来自其他地址的密钥和会话会被拒绝。您的地址是 ${ownAddress}。`
export const retentionOff = '请求不能要求不保留数据。'
export const retentionAllowed = '请求可以要求不保留数据。'
export const retentionForced = '任何请求的内容都不以可读形式保存。'
export const retentionLabel = '不保留数据'
export const personName = '他人看到的名称'
export const renamingSubmit = '重命名'
export const teamPlan = '套餐'
export const resultDaysLabel = '结果保存的天数'
export const resultDaysHint = '适用于新的爬取和批量。单个任务可在其页面上延长保存。'
export const safeModeLabel = '安全模式'
export const safeModeHint =
  '团队只读取公开页面：不使用浏览器会话、配置文件、凭据、页面输入、增强代理，也不违反 robots.txt 爬取。'
export const deletionTitle = '删除团队'
export const deletionText =
  '立即结束其密钥、任务、监控、浏览器会话和智能体运行。保存的结果在保留期过后删除。此操作无法撤销。'
export const deletionHint = (name: Part) => `请输入 ${name} 以确认。`
export const trialsModel = '语言模型'
export const trialsSearch = '搜索提供方'
export const trialsTitle = '测试连接'
export const trialsButton = (title: Part) => `试用${title}`
