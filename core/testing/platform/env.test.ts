import { expect, test } from 'vitest'
import { EnvironmentError, readEnv } from '#config/env.ts'

const given = { DATABASE_URL: 'postgres://nowhere/trellis', SESSION_KEY: '1'.repeat(64) }

function problemsOf(variables: Record<string, string>): string {
  try {
    readEnv({ ...given, ...variables })
    return ''
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message
    throw error
  }
}

test.for<[string, number | string[]]>([
  ['0', 0],
  ['1', 1],
  ['10', 10],
  ['10.0.0.5', ['10.0.0.5']],
  ['10.0.0.0/8, fd00::/8,::1', ['10.0.0.0/8', 'fd00::/8', '::1']],
])('TRUST_PROXY=%s is understood', ([value, meaning]) => {
  expect(readEnv({ ...given, TRUST_PROXY: value }).trustProxy).toEqual(meaning)
})

test('without TRUST_PROXY nobody is believed', () => {
  expect(readEnv(given)).toMatchObject({ trustProxy: 0, trustForwardedHost: false })
})

test.for([
  'true',
  'yes',
  '-1',
  '11',
  '1.5',
  'loopback',
  'proxy.example',
  '10.0.0.0/33',
  '10.0.0.0/',
  '0.0.0.0/0',
  '::/0',
  '127.1',
  '10.0.0.5,,',
])('TRUST_PROXY=%s is refused in words', (value) => {
  expect(problemsOf({ TRUST_PROXY: value })).toMatch(/TRUST_PROXY: Must be the number of proxies/)
})

test('a forwarded host needs to be told whose word it is', () => {
  expect(problemsOf({ TRUST_FORWARDED_HOST: '1' })).toContain('TRUST_FORWARDED_HOST: needs TRUST_PROXY')
  expect(problemsOf({ TRUST_FORWARDED_HOST: '1', TRUST_PROXY: '1' })).toBe('')
})

test('production needs an https address, unless somebody insists', () => {
  const production = { NODE_ENV: 'production' }
  for (const address of [{ PUBLIC_URL: '' }, { PUBLIC_URL: 'http://learn.example.org' }]) {
    expect(problemsOf({ ...production, ...address })).toMatch(
      /PUBLIC_URL: required in production, with https.*INSECURE_HTTP=1/,
    )
    expect(problemsOf({ ...production, ...address, INSECURE_HTTP: '1' })).toBe('')
  }
  expect(readEnv({ ...given, ...production, PUBLIC_URL: 'HTTPS://Learn.example.org/' }).publicUrl).toBe(
    'https://learn.example.org',
  )
})
