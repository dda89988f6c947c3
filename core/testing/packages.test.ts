import { expect, test } from 'vitest'
import { looseEnds, signatureVerdict } from './packages.ts'

const integrity = `sha512-${'a'.repeat(86)}==`

test('a lock file is whole when every package has a sha512 and comes from the public registry', () => {
  const packages = {
    '': {},
    'node_modules/left': { version: '1.0.0', integrity },
    'node_modules/right': {
      version: '1.0.0',
      resolved: 'https://registry.npmjs.org/right/-/right-1.0.0.tgz',
      integrity,
    },
    'node_modules/own': { resolved: 'own', link: true },
  }
  expect(looseEnds({ packages })).toEqual([])
})

test('a package without a hash, with a weak one, or from elsewhere is named', () => {
  const packages = {
    'node_modules/bare': { version: '1.0.0' },
    'node_modules/weak': { version: '1.0.0', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
    'node_modules/foreign': { version: '1.0.0', resolved: 'https://mirror.example/foreign.tgz', integrity },
    'node_modules/alike': { version: '1.0.0', resolved: 'https://registry.npmjs.org.example/alike.tgz', integrity },
  }
  expect(looseEnds({ packages })).toEqual([
    'node_modules/bare has no sha512 to be held against',
    'node_modules/weak has no sha512 to be held against',
    'node_modules/foreign comes from https://mirror.example/foreign.tgz',
    'node_modules/alike comes from https://registry.npmjs.org.example/alike.tgz',
  ])
})

test('wrong and missing signatures fail; an unreachable registry is reported', () => {
  const left = { name: 'left', version: '1.0.0' }
  expect(signatureVerdict(JSON.stringify({ invalid: [], missing: [] }))).toEqual({
    passed: true,
    words: 'all of them fit',
  })
  expect(signatureVerdict(JSON.stringify({ invalid: [left], missing: [] }))).toEqual({
    passed: false,
    words: 'Signatures that do not fit: left@1.0.0',
  })
  expect(signatureVerdict(JSON.stringify({ invalid: [], missing: [left] }))).toEqual({
    passed: false,
    words: 'Without a signature: left@1.0.0',
  })
  const unreachable = { error: { code: 'ENOTFOUND', summary: 'getaddrinfo ENOTFOUND\nmore', detail: '' } }
  expect(signatureVerdict(JSON.stringify(unreachable))).toEqual({
    passed: true,
    words: 'not checked: getaddrinfo ENOTFOUND',
  })
  expect(signatureVerdict('')).toEqual({ passed: true, words: 'not checked: npm did not answer in time' })
})
