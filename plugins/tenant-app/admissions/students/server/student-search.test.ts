import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildGuardian } from '../../../testing/factories.ts'

const test = pluginTest([tenantApp])

test('one index has every column by which a list filters and counts an organization’s students', async ({
  platform,
}) => {
  const { id } = await platform.organization()
  const planOf = (condition: string, rest = '') =>
    platform.core.db.tenant(id, systemActor, async ({ trx }) => {
      // Leaves only index-only scans: on small test tables the planner prefers others.
      await trx.raw('set local enable_seqscan = off')
      await trx.raw('set local enable_bitmapscan = off')
      if (rest === '') await trx.raw('set local enable_indexscan = off')
      const { rows } = await trx.raw<{ rows: object[] }>(
        `explain (costs off) select id, last_name, first_name from students where ${condition} ${rest}`,
      )
      return rows.flatMap((line) => Object.values(line)).join('\n')
    })
  const searched = `search like (select containing('an'))`
  for (const condition of ['true', searched, `grade = '4'`, `${searched} and is_active`]) {
    const plan = await planOf(condition)
    expect(plan).toContain('Index Only Scan using students_list_index')
    expect(plan).toMatch(/Index Cond: \(tenant_id =/)
  }
  expect(await planOf('true', 'order by last_name, first_name, id limit 25')).not.toContain('Sort')
  expect(await planOf(`name_key = 'ada king'`, 'limit 10')).toContain('students_name_key_index')
})

test('a student with the longest name and many guardians is saved, and found by the first of them', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  // Two units of UTF-16, four bytes each.
  const long = '𝕏'.repeat(50)
  const parent = await organization.user('parent', { firstName: 'Annabella', lastName: 'Byron' })
  const added = await admin.post('/api/students', { firstName: long, lastName: long, parentUserId: parent.id })
  expect(added.status).toBe(201)
  for (let contactOrder = 2; contactOrder <= 12; contactOrder++) {
    const { id: userId } = await organization.user('parent', { firstName: long, lastName: long })
    await buildGuardian(platform, organization, { userId, studentId: added.body.id, contactOrder })
  }
  expect((await admin.get('/api/students?search=annabella')).body).toHaveLength(1)
})

test.for([
  ['İbrahim', 'YILMAZ', ['İbrahim', 'ibrahim', 'IBRAHIM YILMAZ', 'yılmaz']],
  ['Γιώργος', 'Παπάς', ['Γιώργος', 'ΓΙΩΡΓΟΣ', 'γιωργος παπας']],
  ['José', 'Strauß', ['José', 'Jose\u0301', 'jose', 'STRAUSS']],
  ['Þór', 'Sigurðsson', ['þór', 'thor', 'Þór Sigurðsson', 'Thor Sigurdsson', 'SIGURÐ', 'sigurd']],
  ['Ələkbər', 'Æbeltoft-Đoković', ['ələk', 'elekber', 'aebel', 'dokovic']],
] as const)(
  'a search for %s %s finds the student by what people type',
  async ([firstName, lastName, typed], { platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const parent = await organization.user('parent', { firstName, lastName })
    const { id: parentUserId } = parent
    const added = await admin.post('/api/students', { firstName, lastName, parentUserId })
    expect(added.status).toBe(201)
    for (const text of typed) {
      const search = encodeURIComponent(text)
      expect((await admin.get(`/api/students?search=${search}`)).body, text).toMatchObject([{ id: added.body.id }])
      expect((await admin.get(`/api/people?search=${search}`)).body, text).toMatchObject([{ id: parentUserId }])
    }
    // The same name in another spelling is a duplicate.
    const again = { firstName: firstName.toLowerCase(), lastName: lastName.toUpperCase(), parentUserId }
    expect((await admin.post('/api/students', again)).body).toMatchObject({ code: 'student.duplicate' })
  },
)

test('a student whose letters were replaced by those of another keyboard is a duplicate', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  expect((await admin.post('/api/students', { firstName: 'Þór', lastName: 'Sigurðsson' })).status).toBe(201)
  const again = await admin.post('/api/students', { firstName: 'Sigurdsson', lastName: 'Thor' })
  expect(again.body).toMatchObject({ code: 'student.duplicate' })
})
