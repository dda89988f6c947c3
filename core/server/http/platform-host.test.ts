import { expect, test } from 'vitest'
import { isFromPlatform, isPlatformName, subdomainOfPage } from './platform-host.ts'

const development = { platformDomain: 'localhost', publicUrl: undefined }
const production = { platformDomain: 'trellis.example', publicUrl: 'https://app.trellis.example' }
const apart = { platformDomain: 'schools.example', publicUrl: 'https://portal.example' }

test.each([
  ['the domain in development', development, 'localhost:3000', true],
  ['an organization', development, 'north.localhost:3000', false],
  ['this machine by its number', development, '127.0.0.1:3000', false],
  ['the domain', production, 'trellis.example', true],
  ['a name that is reserved for the platform', production, 'WWW.trellis.example', true],
  ['a name with a hyphen, which is no organization’s', production, 'a-b.trellis.example', false],
  ['a host that ends like the domain', production, 'eviltrellis.example', false],
  ['a host that begins like the domain', production, 'trellis.example.evil.example', false],
  ['a public address beside the domain', apart, 'portal.example', true],
  ['no host', production, '', false],
])('%s: %#', (_, addresses, name, expected) => {
  expect(isPlatformName(addresses, name)).toBe(expected)
})

test.each([
  ['the same port in development', development, 'http://localhost:3000', 'north.localhost:3000', true],
  ['another port', development, 'http://localhost:4000', 'north.localhost:3000', false],
  ['https behind a proxy', production, 'https://app.trellis.example', 'north.trellis.example', true],
  ['with its usual port named', production, 'https://trellis.example', 'north.trellis.example:443', true],
  ['unencrypted where people come by https', production, 'http://trellis.example', 'north.trellis.example', false],
  ['a public address beside the domain', apart, 'https://portal.example', 'north.schools.example', true],
  ['another organization', production, 'https://south.trellis.example', 'north.trellis.example', false],
  ['a hidden origin', production, 'null', 'north.trellis.example', false],
  ['no origin', production, undefined, 'north.trellis.example', false],
  ['what is no origin', production, 'trellis.example', 'north.trellis.example', false],
])('a form that comes by %s', (_, addresses, origin, hostName, expected) => {
  expect(isFromPlatform(addresses, origin, hostName)).toBe(expected)
})

test.each([
  ['an organization in development', development, 'http://south.localhost:3000', 'north.localhost:3000', 'south'],
  ['an organization', production, 'https://south.trellis.example', 'north.trellis.example', 'south'],
  ['one without encryption', production, 'http://south.trellis.example', 'north.trellis.example', undefined],
  ['another port', production, 'https://south.trellis.example:8443', 'north.trellis.example', undefined],
  ['a name below an organization', production, 'https://x.south.trellis.example', 'north.trellis.example', undefined],
  ['the platform', production, 'https://app.trellis.example', 'north.trellis.example', undefined],
  ['a host that ends like the domain', production, 'https://s.eviltrellis.example', 'north.trellis.example', undefined],
  ['a hidden origin', production, 'null', 'north.trellis.example', undefined],
])('the organization whose page sends a form, by %s', (_, addresses, origin, hostName, expected) => {
  expect(subdomainOfPage(addresses, origin, hostName)).toBe(expected)
})
