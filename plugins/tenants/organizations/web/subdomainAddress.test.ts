import { expect, test } from 'vitest'
import { organizationAddress, suggestedSubdomain } from './subdomainAddress.ts'

test.for([
  ['North Star Robotics', 'northstarrobotics'],
  ['École Jules-Verne', 'ecolejulesverne'],
  ['Łódź & Größe', 'lodzgrosse'],
  ['Клуб 7', 'klub7'],
  ['学校', ''],
  ['a'.repeat(60), 'a'.repeat(50)],
] as const)('the name %s suggests the subdomain %s', ([name, subdomain]) => {
  expect(suggestedSubdomain(name)).toBe(subdomain)
})

test('an organization is reached with the scheme and port of the page that links to it', () => {
  const location = { protocol: 'http:', port: '4100' }
  expect(organizationAddress('north', 'localhost', location)).toEqual({
    host: 'north.localhost:4100',
    href: 'http://north.localhost:4100/',
  })
  expect(organizationAddress('north', 'learn.example', { protocol: 'https:', port: '' }).href).toBe(
    'https://north.learn.example/',
  )
})
