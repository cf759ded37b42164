import assert from 'node:assert/strict'
import { test } from 'node:test'
import { urlsOfHosts } from './database-url.ts'

test('a connection string with several hosts becomes one for each', () => {
  const cases: readonly [string, readonly string[]][] = [
    ['postgres://weir@db/weir', ['postgres://weir@db/weir']],
    ['postgres:///weir?host=/run', ['postgres:///weir?host=/run']],
    [
      'postgresql://weir:p%40ss@one:5432,two:5433/weir?sslmode=require',
      [
        'postgresql://weir:p%40ss@one:5432/weir?sslmode=require',
        'postgresql://weir:p%40ss@two:5433/weir?sslmode=require',
      ],
    ],
    ['postgres://[::1]:1,b', ['postgres://[::1]:1', 'postgres://b']],
    ['postgres://a,b?x=1,2', ['postgres://a?x=1,2', 'postgres://b?x=1,2']],
  ]
  for (const [given, expected] of cases) assert.deepEqual(urlsOfHosts(given), expected)
})
