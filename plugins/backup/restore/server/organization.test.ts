import { expect, vi } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { moveImages } from '#core/server/files/move-images.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { openTestPlatform, pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { sendImage } from '#core/testing/upload.ts'
import { restoreOrganization } from './organization.ts'
import { archiveOf, checksums, definitions, expectNothingLeft, restoreOptions, rowsOf } from './test-restores.ts'

// Each of them makes an archive, and most another database to restore it into.
vi.setConfig({ testTimeout: 240_000 })

const test = pluginTest(plugins)

/** A single pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** The catalog's project that the organization's session uses, and the organization's own. */
const projectsOf = (platform: Pick<TestPlatform, 'core'>, tenantId: string) =>
  rowsOf(
    platform,
    `select e.name as session, p.title as shared, p.tenant_id is null as "isShared", o.title as own
       from sessions e join tenant_projects a on a.id = e.tenant_project_id join projects p on p.id = a.project_id
       join projects o on o.tenant_id = e.tenant_id where e.tenant_id = '${tenantId}'`,
  )

const projects = [{ session: 'Robots', shared: 'Robots for everyone', isShared: true, own: 'Our robots' }]

const unique = () => Math.random().toString(36).slice(2, 10)

/** An organization with people, children, sessions, a picture, and all that refers to each other. */
async function organizationAtWork(platform: TestPlatform) {
  const root = await platform.superAdmin()
  const { body } = await root.post('/api/tenants', { name: 'At Work', adminEmail: `${unique()}@example.org` })
  const { id } = body as { id: string }
  const [org] = await rowsOf<{ subdomain: string }>(platform, `select subdomain from tenants where id = '${id}'`)
  await platform.core.db.platform(systemActor, async ({ trx }) => {
    await trx.raw(`insert into projects (title) select 'Robots for everyone'
      where not exists (select from projects where title = 'Robots for everyone')`)
    await trx.raw(
      `
      with parent as (
        insert into users (tenant_id, username, email, password_hash, first_name, last_name, role)
        values (:id, 'parent', 'parent@example.org', 'x', 'Pat', 'Parent', 'parent') returning id),
      teacher as (
        insert into users (tenant_id, username, email, password_hash, first_name, last_name, role)
        values (:id, 'teacher', 'teacher@example.org', 'x', 'Tea', 'Cher', 'instructor') returning id),
      picture as (
        insert into images (tenant_id, data, mime_type, filename, size, uploaded_by)
        select :id, '\\\\x0102ff', 'image/png', 'a.png', 3, teacher.id from teacher returning id),
      student as (
        insert into students (tenant_id, first_name, last_name, avatar)
        select :id, 'Stu', 'Dent', '/api/files/' || picture.id from picture returning id),
      health as (
        insert into student_health (tenant_id, student_id, medical_notes)
        select :id, student.id, E'tab\\tand \\\\\\\\ and\\nline' from student),
      viewed as (
        insert into access_ledger (tenant_id, student_id, viewer_id, viewer_name, viewer_role, what)
        select :id, student.id, teacher.id, 'Tea Cher', 'instructor', 'health' from student, teacher),
      linked as (
        insert into parent_students (tenant_id, parent_id, student_id) select :id, parent.id, student.id from parent, student),
      own as (
        insert into projects (tenant_id, title, created_by) select :id, 'Our robots', teacher.id from teacher),
      earmarked as (
        insert into tenant_projects (tenant_id, project_id) select :id, id from projects where title = 'Robots for everyone'
        returning id),
      session as (
        insert into sessions (tenant_id, name, instructor_id, start_date, end_date, settings, tenant_project_id)
        select :id, 'Robots', teacher.id, now(), now() + interval '1 hour', jsonb_build_object('lead', teacher.id),
          earmarked.id from teacher, earmarked
        returning id)
      insert into session_participants (tenant_id, session_id, student_id) select :id, session.id, student.id
        from session, student`.replaceAll(':id', `'${id}'`),
    )
  })
  return { id, subdomain: org?.subdomain ?? '' }
}

const othersThan = (id: string) => ({
  where: (table: string, owned: boolean) =>
    table === 'tenants' ? `id <> '${id}'` : owned ? `tenant_id is distinct from '${id}'` : 'true',
  // Grows by what is recorded, and by how the number of users changes.
  but: ['audit_logs', 'audit_seals', 'audit_seal_head', 'active_user_changes'],
})

const only = (id: string) => ({
  where: (table: string, owned: boolean) =>
    table === 'tenants' ? `id = '${id}'` : owned ? `tenant_id = '${id}'` : 'false',
  but: ['audit_logs'],
})

test('an organization is put back as it was, and nothing of any other one changes', async ({ platform }) => {
  const mine = await organizationAtWork(platform)
  await organizationAtWork(platform)
  const archive = await archiveOf(platform, mine.id)
  const before = {
    mine: await checksums(platform, only(mine.id)),
    others: await checksums(platform, othersThan(mine.id)),
  }
  const schema = await definitions(platform)

  await rowsOf(platform, `update students set first_name = 'Changed' where tenant_id = '${mine.id}'`)
  await rowsOf(platform, `delete from sessions where tenant_id = '${mine.id}'`)
  await rowsOf(platform, `update tenants set name = 'Renamed' where id = '${mine.id}'`)
  await rowsOf(
    platform,
    `insert into users (tenant_id, username, email, password_hash, first_name, last_name, role)
     values ('${mine.id}', 'late', 'late@example.org', 'x', 'Late', 'Comer', 'student')`,
  )
  // The log of access to a child's data is kept, whatever is restored.
  const viewed = `select viewer_name from access_ledger where tenant_id = '${mine.id}' order by viewed_at, viewer_name`
  await rowsOf(
    platform,
    `insert into access_ledger (tenant_id, student_id, viewer_id, viewer_name, viewer_role, what)
     select tenant_id, student_id, viewer_id, 'Late Viewer', viewer_role, what from access_ledger where tenant_id = '${mine.id}'`,
  )
  const { message, tenantId } = await restoreOrganization(restoreOptions(platform, archive))
  expect(message).toMatch(/^Restored At Work with 3 users in \d+ s$/)
  expect(tenantId).toBe(mine.id)
  expect(await rowsOf(platform, viewed)).toEqual([{ viewer_name: 'Tea Cher' }, { viewer_name: 'Late Viewer' }])
  const restored = { ...(await checksums(platform, only(mine.id))), access_ledger: before.mine.access_ledger }
  expect(restored).toEqual(before.mine)
  expect(await checksums(platform, othersThan(mine.id))).toEqual(before.others)
  expect(await definitions(platform)).toEqual(schema)
  await expectNothingLeft(platform)
  const [counts] = await rowsOf<{ counted: number; noted: number }>(
    platform,
    `select (select count(*)::int from users where is_active and password_hash is not null) as counted,
            (select sum(change)::int from active_user_changes) as noted`,
  )
  expect(counts?.noted).toBe(counts?.counted)
})

test('under another subdomain it is a copy with ids of its own, in texts and documents too', async ({ platform }) => {
  const mine = await organizationAtWork(platform)
  const archive = await archiveOf(platform, mine.id)
  const before = {
    mine: await checksums(platform, only(mine.id)),
    others: await checksums(platform, othersThan(mine.id)),
  }
  const subdomain = `copy${unique()}`
  const { tenantId } = await restoreOrganization({ ...restoreOptions(platform, archive), subdomain })

  expect(tenantId).not.toBe(mine.id)
  expect(await checksums(platform, only(mine.id))).toEqual(before.mine)
  const ids = async (tenant: string) => {
    const tables = [
      'users',
      'students',
      'sessions',
      'session_participants',
      'images',
      'parent_students',
      'subscriptions',
    ]
    const found = await Promise.all(
      tables.map((table) => rowsOf<{ id: string }>(platform, `select id from ${table} where tenant_id = '${tenant}'`)),
    )
    return found.map((rows) => rows.map(({ id }) => id))
  }
  const [originals, copies] = [await ids(mine.id), await ids(tenantId)]
  expect(copies.map((rows) => rows.length)).toEqual(originals.map((rows) => rows.length))
  expect(originals.flat().filter((id) => copies.flat().includes(id))).toEqual([])
  const [copy] = await rowsOf(
    platform,
    `select s.avatar = '/api/files/' || i.id as avatar, p.email as parent, e.settings ->> 'lead' = e.instructor_id::text as lead,
            h.medical_notes as notes, v.student_id = s.id and v.viewer_id = e.instructor_id as viewed, t.subdomain, l.name as plan, i.uploaded_by is not null as uploader,
            (select count(*)::int from invoices where tenant_id = t.id) as invoices
       from tenants t join students s on s.tenant_id = t.id join images i on i.tenant_id = t.id
       join parent_students g on g.student_id = s.id join users p on p.id = g.parent_id
       join sessions e on e.tenant_id = t.id join student_health h on h.student_id = s.id
       join access_ledger v on v.tenant_id = t.id
       join subscriptions b on b.tenant_id = t.id join subscription_plans l on l.id = b.plan_id where t.id = '${tenantId}'`,
  )
  expect(copy).toEqual({
    avatar: true,
    parent: 'parent@example.org',
    lead: true,
    notes: 'tab\tand \\\\ and\nline',
    viewed: true,
    subdomain,
    plan: 'trial',
    uploader: true,
    invoices: 0,
  })
  expect(await projectsOf(platform, tenantId)).toEqual(projects)
  const again = restoreOrganization({ ...restoreOptions(platform, archive), subdomain })
  await expect(again).rejects.toMatchObject({ status: 409, fields: { subdomain: expect.stringContaining(subdomain) } })
})

test('a copy shows pictures of its own, those that lay in the database too', async ({ platform }) => {
  const { core } = platform
  const mine = await platform.organization()
  const superAdmin = await platform.superAdmin()
  const { body } = await sendImage(await mine.signIn('tenant_admin'), PICTURE)
  const [old] = await rowsOf<{ id: string }>(
    platform,
    `insert into images (tenant_id, data, mime_type, filename, size)
     values ('${mine.id}', '\\x${PICTURE.toString('hex')}', 'image/png', 'old.png', ${PICTURE.length}) returning id`,
  )
  const branding = { logoUrl: String(body.imageUrl), former: `/api/images/${old?.id}` }
  await rowsOf(platform, `update tenants set branding = '${JSON.stringify(branding)}' where id = '${mine.id}'`)
  const archive = await archiveOf(platform, mine.id)
  const subdomain = `copy${unique()}`
  const { tenantId } = await restoreOrganization({ ...restoreOptions(platform, archive), subdomain })
  const [copy] = await rowsOf<{ branding: typeof branding }>(
    platform,
    `select branding from tenants where id = '${tenantId}'`,
  )
  const urls = Object.values(copy?.branding ?? {})
  expect(urls.filter((url) => Object.values(branding).includes(url))).toEqual([])
  const pictures = async () => {
    const answers = await Promise.all([...urls, ...Object.values(branding)].map((url) => superAdmin.get(url)))
    return answers.map(({ status, body: shown }) => [status, shown as string])
  }
  const before = await pictures()
  expect(before.map(([status]) => status)).toEqual([200, 200, 200, 200])
  await moveImages.perform(core, null, {})
  expect(await pictures()).toEqual(before)
  // Back to when its bytes lay in the database.
  await restoreOrganization(restoreOptions(platform, archive))
  expect(await rowsOf(platform, `select id from images where tenant_id = '${mine.id}'`)).toEqual([old])
  expect(await pictures()).toEqual(before)
  await moveImages.perform(core, null, {})
  expect(await pictures()).toEqual(before)
})

test('an organization that is gone is there again, on another platform too, with the plan that is called the same', async ({
  platform,
}) => {
  const mine = await organizationAtWork(platform)
  const archive = await archiveOf(platform, mine.id)
  const before = await checksums(platform, only(mine.id))
  await rowsOf(platform, `delete from tenants where id = '${mine.id}'`)
  await restoreOrganization(restoreOptions(platform, archive))
  expect(await checksums(platform, only(mine.id))).toEqual(before)

  const other = await openTestPlatform(plugins)
  try {
    await rowsOf(other, `update subscription_plans set id = new_id() where not ever_used`)
    await restoreOrganization(restoreOptions(other, archive))
    const [subscription] = await rowsOf<{ plan: string; uploader: string | null }>(
      other,
      `select p.name as plan, (select username from images i join users u on u.id = i.uploaded_by where i.tenant_id = s.tenant_id) as uploader
         from subscriptions s join subscription_plans p on p.id = s.plan_id where s.tenant_id = '${mine.id}'`,
    )
    expect(subscription).toEqual({ plan: 'trial', uploader: 'teacher' })
    expect(await rowsOf(other, 'select name from subscription_plans')).toHaveLength(4)
    expect(await projectsOf(other, mine.id)).toEqual(projects)
  } finally {
    await other.close()
  }
})

test('it is refused with a message when another organization has its subdomain by now', async ({ platform }) => {
  const mine = await organizationAtWork(platform)
  const archive = await archiveOf(platform, mine.id)
  await rowsOf(platform, `update tenants set subdomain = 'elsewhere${unique()}' where id = '${mine.id}'`)
  await platform.organization({ subdomain: mine.subdomain })
  const before = await checksums(platform, { but: [] })
  await expect(restoreOrganization(restoreOptions(platform, archive))).rejects.toMatchObject({
    status: 409,
    message: 'Another organization has the address of this one by now. Restore it under another address.',
  })
  expect(await checksums(platform, { but: [] })).toEqual(before)
  await expectNothingLeft(platform)
})

test('while it is restored another organization goes on working, and two restores do not meet', async ({
  platform,
}) => {
  const mine = await organizationAtWork(platform)
  const other: TestOrganization = await platform.organization()
  const teacher = await other.signIn('tenant_admin')
  expect((await (await platform.superAdmin()).put('/api/settings', { maxSessionsPerTenant: 100_000 })).status).toBe(200)
  const archive = await archiveOf(platform, mine.id)
  const work = { going: true }
  const restores = Promise.allSettled([
    restoreOrganization(restoreOptions(platform, archive)),
    restoreOrganization(restoreOptions(platform, archive)),
  ]).finally(() => {
    work.going = false
  })
  const written: string[] = []
  for (let number = 0; work.going; number++) {
    const start = new Date(Date.now() + number * 3_600_000).toISOString()
    const end = new Date(Date.now() + (number + 1) * 3_600_000).toISOString()
    const name = `Busy ${number}`
    const { status, body } = await teacher.post('/api/sessions', { name, startDate: start, endDate: end })
    expect(status, JSON.stringify(body)).toBe(201)
    written.push(name)
  }
  const outcomes = await restores
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'backup.busy', status: 409 },
  })
  const sessions = await rowsOf<{ name: string }>(platform, `select name from sessions where tenant_id = '${other.id}'`)
  expect(sessions.map(({ name }) => name).toSorted()).toEqual(written.toSorted())
  expect(written.length).toBeGreaterThan(1)
})
