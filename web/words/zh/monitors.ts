import type { Part } from '../part.ts'

export const screenshotsExpired =
  '此截图已不再保存。更改过的页面的截图与其检查保存同样久，其他保存 24 小时。'
export const screenshotsLabel = '截图的显示方式'
export const screenshotsSlider = '滑块'
export const screenshotsDifference = '差异'
export const screenshotsDifferenceAlt = '截图之间的差异会高亮'
export const screenshotsAltAfter = '本次检查中的页面'
export const screenshotsBefore = '之前'
export const screenshotsBorder = '截图之间的边界'
export const screenshotsShare = (share: Part) => `较早截图的 ${share}%`
export const screenshotsAfter = '之后'
export const screenshotsAltBefore = '上次检查中的页面'
export const diffTitle = '更改内容'
export const diffLineBefore = '之前的行'
export const diffLineAfter = '之后的行'
export const diffAfter = '之后'
export const diffRemoved = '删除：'
export const diffAdded = '新增：'
export const scheduleMinutes = (minutes: Part, on: Part) => `每 ${minutes} 分钟${on}`
export const scheduleHourly = (minute: Part, on: Part) => `每小时 ${minute} 分${on}`
export const scheduleHours = (hours: Part, on: Part) => `每 ${hours} 小时${on}`
export const scheduleDaily = (time: Part) => `每天 ${time}`
export const scheduleTime = (time: Part, on: Part) => `${time}${on}`
export const scheduleMonthly = (days: Part, time: Part) => `每月 ${days} 日 ${time}`
export const scheduleDays = (range: Part, days: Part) => `${range}至${days}`
export const checkPages = '本次检查的页面'
export const checkUnread = '标为未读'
export const checkRead = '标为已读'
export const checkRunning = '检查正在进行'
export const checkEmpty = '未读取任何页面'
export const changeLabel = '更改'
export const changeSame = '没有变化。'
export const changeNew = '此页面是新的。'
export const changeRemoved = '此页面已消失。'
export const changeError = '无法读取此页面。'
export const changeChanged = '此页面已更改。'
export const changeMeaningful = '重要更改'
export const changeMinor = '次要更改'
export const viewUnified = '单列'
export const viewPrevious = '上一处更改'
export const viewNext = '下一处更改'
export const viewText = '两个版本的文本'
export const compareOpen = '比较版本'
export const compareClose = '返回检查'
export const compareLabel = '比较两个版本'
export const compareFrom = '较早版本'
export const compareTo = '较晚版本'
export const compareSwap = '交换版本'
export const compareSame = '这些版本视为相同。'
export const compareFirst = '第一个'
export const pauseMenu = '暂停至'
export const pauseResumed = '直到我恢复'
export const pauseHour = '一小时'
export const pauseTomorrow = '至明天 8:00'
export const pauseMonday = '至星期一 8:00'
export const pauseTime = '至某日某时'
export const pauseSubmit = '暂停到那时'
export const pauseForever = '已暂停'
export const pauseUntil = (time: Part) => `暂停至 ${time}`
export const filterLabel = '筛选监控'
export const filterText = '查找监控'
export const filterUnread = '未读'
export const filterTag = (tag: Part, monitors: Part) => `标签 ${tag}：${monitors}`
export const filterEmpty = '没有符合的监控。请减少筛选条件。'
export const selectionTag = '标签'
export const selectionTagAdd = '添加标签'
export const selectionTagRemove = '去除标签'
export const selectionLabel = '所选监控'
export const selectionNone = '取消选择'
export const selectionAll = '全选'
export const actionsPause = '暂停'
export const actionsResume = '恢复'
export const deletionConfirm = '立即删除'
export const deletionButton = '删除'
export const emptyTitle = '尚无检查'
export const emptyText = '首次检查读取页面。之后的检查与其比较。'
export const headerNext = (nextRunAt: Part) => `下次 ${nextRunAt}`
export const headerCost = (estimatedCreditsPerMonth: Part) => `每月约 ${estimatedCreditsPerMonth}`
export const headerEdit = '编辑'
export const headerCheck = '立即检查'
export const stripCheck = (createdAt: Part, chosen: Part, changed: Part) =>
  `${createdAt}：${chosen}，${changed} 个更改`
export const stripLabel = '检查'
export const stripOlder = '显示更早的检查'
export const stripSlider = '检查'
export const stripSame = '相同'
export const stripLatest = '最新'
export const listSelect = '选择'
export const listEmptyTitle = '没有监控'
export const listEmptyText = '监控按计划读取页面并显示更改。请用“新建监控”创建。'
export const listSelectOne = (name: Part) => `选择 ${name}`
export const listUnseen = (unseen: Part) => `${unseen}有您未查看的更改`
export const scheduleWithin = (hours: Part) => `，在 ${hours} 时`
export const changeIgnored = (lines: number) => `已忽略：每次访问都会变化的 ${lines} 行。`
