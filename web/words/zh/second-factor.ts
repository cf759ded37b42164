import type { Part } from '../part.ts'

export const cardTitle = '登录验证码'
export const offText = '除密码外，每次登录还要求输入手机身份验证应用的验证码。'
export const onButton = '设置身份验证应用'
export const scanText = '用身份验证应用扫描此图片，然后输入它显示的验证码。'
export const scanPicture = '身份验证应用的二维码'
export const scanSecret = '或在应用中输入此密钥：'
export const onSubmit = '开启验证码'
export const codeLabel = '验证码'
export const onText = (left: Part) => `您使用应用的验证码登录。剩余 ${left} 个恢复码。`
export const offSubmit = '关闭验证码'
export const recoverySubmit = '新的恢复码'
export const recoveryText =
  '请妥善保管这些恢复码。手机丢失时，每个可打开控制台一次。它们不会再次显示。'
export const passkeysTitle = '通行密钥'
export const passkeysText = '用指纹、面容或设备的 PIN 登录,代替密码和验证码。'
export const passkeysNeeds =
  '通行密钥需要 HTTPS 和主机名:请用新版浏览器打开控制台的 `https://` 地址,或在本机打开 `http://localhost`。'
export const passkeyName = '通行密钥的名称,例如设备'
export const passkeyAdd = '添加通行密钥'
export const passkeyAdded = (time: Part) => `添加于 ${time},从未使用`
export const passkeyUsed = (time: Part) => `${time}使用过`
export const passkeyRemove = '移除'
export const passkeyRemoveOne = (name: Part) => `移除通行密钥 ${name}`
