import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'

const test = pluginTest([tenantApp])

/** Names of a student, and searches that find them. */
const typed: readonly (readonly [firstName: string, lastName: string, searches: readonly string[]])[] = [
  ['Bonnie', 'O’Neil', ["O'Neil", 'O’Neil', "bonnie o'neil", 'o`neil', "O'Neil, Bonnie"]],
  ['José', 'Müller', ['Muller', 'Mu\u0308ller', 'jose muller', 'Müller José', 'Müller, José']],
  ['Dbl', 'Click', ['Click Dbl', 'Click, Dbl', 'click,  dbl', 'dbl click']],
  ['أحمد', 'علي', ['احمد', 'أحمد علي']],
  ['Anne', 'Smith\u2011Jones', ['smith-jones', 'Smith–Jones', 'Smith−Jones, Anne', 'smith-jones   anne']],
  ['مـحـمد', 'العلی', ['محمد', 'العلي', 'محمد العلى']],
  ['فاطمة', 'رضایی', ['فاطمه', 'رضايي', 'رضايي, فاطمه']],
  ['کریم', 'زاده', ['كريم', 'زادة']],
  ['Leilani', 'Kaʻahumanu', ["Ka'ahumanu", 'Kaʻahumanu', 'ka´ahumanu', 'KA’AHUMANU']],
  ['Søren', 'Łukasz', ['soren lukasz', 'ＳＯＲＥＮ']],
  ['Işıl', 'İnönü', ['isil inonu', 'IŞIL']],
  ['Cœur', 'Großđ', ['coeur grossd']],
  ['ｶﾞｸ', 'タロウ', ['ガク タロウ']],
  ['שָׁלוֹם', 'לֵוִי', ['שלום', 'לוי, שלום']],
  ["N'Golo", 'D’Arc', ['N’Golo', "D'Arc, N'Golo"]],
]

test('lists and rosters find students as users type their names', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  for (const [firstName, lastName] of typed) await admin.post('/api/students', { firstName, lastName })
  for (const [firstName, , searches] of typed) {
    for (const search of searches) {
      const { body } = await admin.get(`/api/students?search=${encodeURIComponent(search)}`)
      expect({ search, found: (body as { firstName: string }[]).map((one) => one.firstName) }).toEqual({
        search,
        found: [firstName],
      })
    }
  }
})

test('each search of the cases finds its student', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const cases = readFileSync(new URL('../../../testing/cases/searches.txt', import.meta.url), 'utf8')
  const [, ...lines] = cases.trim().split('\n')
  expect(lines).toHaveLength(4)
  for (const line of lines) {
    const [student = '', searches = ''] = line.split(/\s{2,}/)
    const [firstName = '', lastName = 'Last'] = student.split(' ')
    const { body: made } = await admin.post('/api/students', { firstName, lastName })
    for (const search of searches.split(' ; ')) {
      const { body } = await admin.get(`/api/students?search=${encodeURIComponent(search)}`)
      expect(
        (body as { id: string }[]).map(({ id }) => id),
        search,
      ).toEqual([made.id])
    }
  }
})

test('a student with another apostrophe, or with swapped names, is a likely duplicate', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  await admin.post('/api/students', { firstName: 'Bonnie', lastName: 'O’Neil' })
  for (const [firstName, lastName] of [
    ['Bonnie', "O'Neil"],
    ["O'Neil", 'Bonnie'],
    ['Bonnie', 'Oʻneil'],
  ]) {
    expect((await admin.post('/api/students', { firstName, lastName })).status).toBe(409)
  }
  expect((await admin.post('/api/students', { firstName: 'Bonnie', lastName: 'ONeil' })).status).toBe(201)
})

test('guardians and staff are found with the last name first', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor', { firstName: 'Bonnie', lastName: 'O’Neil' })
  const admin = await organization.signIn('tenant_admin')
  for (const search of ["O'Neil, Bonnie", 'O’Neil Bonnie', "bonnie o'neil"]) {
    const { body } = await admin.get(`/api/people?search=${encodeURIComponent(search)}`)
    expect((body as { email: string }[]).map((one) => one.email)).toEqual([email])
  }
})
