import type { Part } from '../part.ts'

export const listAdd = (name: Part) => `添加到 ${name}`
export const listEmpty = '暂无。'
export const listUp = (name: Part) => `上移 ${name}`
export const pairsName = (name: Part) => `${name} 中的名称`
export const pairsValue = (name: Part) => `${name} 中的值`
export const groupRules = '按规则读取'
export const groupModel = '由语言模型读取'
export const groupMedia = '图片与时间'
export const schemaMode = '架构的编辑方式'
export const schemaFields = '字段'
export const schemaExample = '从示例'
export const schemaValid = '有效'
export const schemaCount = (count: Part) => (count === 1 ? '1 个字段' : `${count} 个字段`)
export const schemaComplex = '此架构有只能以 JSON 显示的部分。'
export const schemaName = '字段名称'
export const schemaType = '字段类型'
export const schemaRequired = '必填'
export const schemaAbout = '含义'
export const schemaInside = (name: Part) => `${name} 中的字段`
export const schemaNamePlaceholder = '名称'
export const schemaAboutPlaceholder = '名称未说明时的含义'
export const exampleLabel = 'JSON 格式的结果示例'
export const exampleUse = '生成字段'
export const exampleProblem = '粘贴一个 JSON 对象，例如 {"title": "Kettle", "price": 34.9}。'
export const typeText = '文本'
export const typeNumber = '数字'
export const typeBoolean = '是或否'
export const typeTexts = '文本列表'
export const typeNumbers = '数字列表'
export const typeGroup = '组'
export const typeGroups = '组列表'
export const invalidJson = '不是有效的 JSON'
export const invalidSchema = '架构必须是 JSON 对象'
