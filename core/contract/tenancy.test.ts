import { expect, test } from 'vitest'
import { hostOf, reservedSubdomains } from './tenancy.ts'

const platform = { app: 'platform' }
const tenant = (subdomain: string) => ({ app: 'tenant', subdomain })

test.each([
  ['north.example.org', tenant('north')],
  ['NORTH.Example.ORG', tenant('north')],
  ['north.example.org:3000', tenant('north')],
  ['north.example.org.', tenant('north')],
  ['north.example.org.:3000', tenant('north')],
  ['2.example.org', tenant('2')],
  ['example.org', platform],
  ['example.org:3000', platform],
  ['north.south.example.org', platform],
  ['north-star.example.org', platform],
  ['northexample.org', platform],
  ['north.example.org.evil.test', platform],
  ['.example.org', platform],
  ['nörth.example.org', platform],
  [`${'a'.repeat(51)}.example.org`, platform],
  ['localhost', platform],
  ['127.0.0.1:3000', platform],
  ['[::1]:3000', platform],
  ['[::1]', platform],
  ['', platform],
  [undefined, platform],
])('the host %j shows %j', (header, expected) => {
  expect(hostOf(header, 'example.org')).toEqual(expected)
})

test('reserved names are the platform', () => {
  for (const name of reservedSubdomains) expect(hostOf(`${name}.example.org`, 'example.org')).toEqual(platform)
})
