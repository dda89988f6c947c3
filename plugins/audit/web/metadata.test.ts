import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { labelsOfScreens } from './fieldLabels.ts'
import { metadataInWords } from './metadata.ts'

const inWords = (metadata: Record<string, unknown>, resource: string | null = null) =>
  metadataInWords({ metadata, resource }, 'America/New_York')

/** Reads a field that was set, as the screen shows it. */
const shown = (field: string, value: unknown, rest: Record<string, unknown> = {}) =>
  inWords({ ...rest, after: { [field]: value } }).changes[0]

test.for<[field: string, value: unknown, label: string, words: string]>([
  ['dateOfBirth', '2016-05-06', 'Birthday', 'May 6, 2016'],
  ['startDate', '2026-11-21T02:30:00.000Z', 'Start', 'Nov 20, 2026, 9:30 PM EST'],
  ['maySee', false, 'Can view', 'No'],
  ['isActive', true, 'Active', 'Yes'],
  ['phone', null, 'Phone', '—'],
  ['lockoutDurationMinutes', 30, 'Lockout', '30 minutes'],
  ['maxUsers', 12_000, 'Max users', '12,000'],
  ['role', 'tenant_admin', 'Role', 'Admin'],
  ['status', 'in-progress', 'Status', 'In progress'],
  ['tags', ['maths', 'art'], 'Tags', 'maths, art'],
  ['requires', [], 'Requires', '—'],
  ['logoUrl', '/files/1', 'Logo', '/files/1'],
  ['repeat', { everyWeeks: 2, lastDay: '2026-12-24' }, 'Repeat', 'Every weeks: 2; Last day: Dec 24, 2026'],
])('a reader sees %s %j as ‘%s’ %s', ([field, value, label, words]) => {
  expect(shown(field, value)).toEqual({ label, after: words })
})

test('a reader sees an amount in its currency, and in none where the entry has none', () => {
  expect(shown('price', 1250.5, { currency: 'EUR' })?.after).toBe('€1,250.50')
  expect(shown('price', 1250.5)?.after).toBe('1,250.5')
  const { changes } = inWords({ before: { price: 5, currency: 'USD' }, after: { price: 700, currency: 'JPY' } })
  expect(changes[0]).toEqual({ label: 'Price', before: '$5.00', after: '¥700' })
})

test('a reader sees the label that the form of the resource has for a field', () => {
  expect(inWords({ after: { name: 'Chess' } }, 'session').changes[0]?.label).toBe('Session name')
  expect(inWords({ after: { name: 'Chess' } }, 'team').changes[0]?.label).toBe('Name')
})

test('a reader sees names of fields in words where values are in no entry', () => {
  expect(inWords({ changed: ['rights', 'livesWithChild', 'phone'] }).facts).toEqual([
    { label: 'Changed', value: 'Rights and restrictions, Lives with child, Phone' },
  ])
})

test('a reader sees no field that names a secret, at any depth', () => {
  const metadata = { after: { mailPassword: 'x', mail: { resetToken: 'x', mailHost: 'a' } }, secretKey: 'x' }
  expect(inWords(metadata)).toEqual({ changes: [{ label: 'Mail', after: 'Host: a' }], facts: [] })
})

test('each label of a field is on a screen', async () => {
  const root = new URL('../../../', import.meta.url)
  let screens = ''
  for await (const path of glob('{core/web,plugins/*}/**/*.{ts,tsx}', { cwd: root })) {
    if (/audit\/web|\/server\/|\.(test|e2e)\.ts$/.test(path)) continue
    screens += await readFile(new URL(path, root), 'utf8')
  }
  const missing = Object.values(labelsOfScreens).filter(
    (label) => !['"', "'"].some((quote) => screens.includes(`${quote}${label}${quote}`)),
  )
  expect(missing).toEqual([])
})
