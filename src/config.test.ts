import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { readConfig, unknownSettings } from './config.ts'

const env = {
  WEIR_PORT: '8080',
  WEIR_API_KEY: 'fc-secret-of-a-test-0123456789',
  DATABASE_URL: 'postgres://weir:secret-of-a-test@localhost/weir',
  WEIR_PROXY_BASIC: 'http://user:secret-of-a-test@127.0.0.1:8000',
}

test('settings are grouped by module, and command-line options take precedence', () => {
  const config = readConfig(env, { WEIR_HOST: '0.0.0.0', WEIR_ROLE: undefined })
  assert.equal(config.http.port, 8080)
  assert.equal(config.http.host, '0.0.0.0')
  assert.equal(config.service.role, 'all')
})

test('secrets can be read but are not printed', () => {
  const config = readConfig(env)
  assert.equal(config.secrets.databaseUrl, env.DATABASE_URL)
  assert.deepEqual(config.secrets.proxiesBasic, [env.WEIR_PROXY_BASIC])
  for (const value of [config, config.secrets, { ...config, secrets: { ...config.secrets } }]) {
    assert.doesNotMatch(inspect(value, { depth: null }), /secret-of-a-test/)
    assert.doesNotMatch(JSON.stringify(value), /secret-of-a-test/)
  }
})

test('an invalid setting is refused by name, without its value', () => {
  assert.throws(
    () => readConfig({ WEIR_API_KEY: 'too-short', WEIR_PORT: 'x', WEIR_SMTP_URL: 'smtp://[::1' }),
    (error: Error) => {
      assert.match(error.message, /WEIR_API_KEY: must have at least 16 characters/)
      assert.match(error.message, /WEIR_PORT: must be a whole number/)
      assert.match(error.message, /WEIR_SMTP_URL: is not a URL/)
      return !error.message.includes('too-short')
    },
  )
})

test('invalid addresses and proxies are refused with the names of their settings', () => {
  const wrong = {
    WEIR_ALLOWED_PRIVATE_CIDRS: '10.0.0.0/8, 10.0.0.0/33',
    WEIR_TRUSTED_PROXIES: 'loopback',
    WEIR_PROXY_BASIC: 'http://proxy.example:8080#germany',
    WEIR_PROXY_ENHANCED: 'proxy.example:8080',
  }
  for (const [name, value] of Object.entries(wrong))
    assert.throws(() => readConfig({ [name]: value }), new RegExp(`${name}: must be `), name)

  const config = readConfig({
    WEIR_ALLOWED_PRIVATE_CIDRS: '10.0.0.0/8, fd00:1::/32,127.0.0.1, ::1',
    WEIR_TRUSTED_PROXIES: '192.0.2.1',
    WEIR_PROXY_BASIC: 'http://user:password@proxy.example:8080#de, socks5://[::1]',
  })
  assert.equal(config.net.allowedPrivateCidrs.length, 4)
  assert.equal(config.secrets.proxiesBasic.length, 2)
})

test('an unknown variable is reported with the nearest setting', () => {
  assert.deepEqual(unknownSettings({ WEIR_PROT: '80' }), [
    { name: 'WEIR_PROT', nearest: 'WEIR_PORT' },
  ])
})
