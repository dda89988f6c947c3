import { expect, vi } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { loadDemoData } from '#core/server/seed/demo.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import type { ErasureOutlook, OrganizationErasure } from '../contract.ts'

const test = pluginTest(plugins)
// Loads all demo data.
vi.setConfig({ testTimeout: 480_000 })

const jobNamed = ({ platform }: TestPlatform, name: string) => {
  const found = [...platform.parts.values()].flatMap(({ jobs = [] }) => jobs).find((job) => job.name === name)
  if (!found) throw new Error(`There is no job ${name}`)
  return found
}

const erase = (platform: TestPlatform, organizationId: string) =>
  jobNamed(platform, 'tenants.erase-organization').perform(platform.core, null, { organizationId })

/** Rows of all tables that name the organization. */
async function tracesOf({ core }: TestPlatform, id: string): Promise<string[]> {
  return core.db.platform(systemActor, async ({ trx }) => {
    const { rows } = await trx.raw<{ rows: { name: string }[] }>(
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition and has_table_privilege(c.oid, 'select')`,
    )
    const found: string[] = []
    for (const { name } of rows) {
      const { rows: counted } = await trx.raw<{ rows: { count: number }[] }>(
        'select count(*) as count from ?? t where t::text like ?',
        [name, `%${id}%`],
      )
      if ((counted[0]?.count ?? 0) > 0) found.push(name)
    }
    return found
  })
}

test(
  'a super admin erases an organization that has ended: everything goes but invoices, and its people elsewhere stay',
  { timeout: 480_000 },
  async ({ platform }) => {
    const { core } = platform
    await core.db.platform(systemActor, (scope) => loadDemoData(scope, platform.platform.parts))
    const admin = await platform.superAdmin()
    const [tenant] = await core.db.platform(systemActor, ({ trx }) =>
      trx('tenants').where({ subdomain: 'northstar' }).select<{ id: string; name: string }[]>('id', 'name'),
    )
    if (!tenant) throw new Error('The demo has no such organization')
    const { id, name } = tenant
    const elsewhere = await platform.organization()
    const person = await elsewhere.user('parent', { email: 'dante.brooks@northstar.example' })
    const path = `/api/tenants/${id}/erasure`
    const open = (await admin.get(path)).body as ErasureOutlook
    expect(open).toMatchObject({ name, step: null, refusal: expect.stringContaining('still working there') })
    expect(open.people).toBeGreaterThan(10)
    expect(open.rows.map(({ called }) => called)).toContain('what was learned, and when')
    expect(await admin.post(path, { name })).toMatchObject({ status: 409, body: { code: 'tenants.not-ended' } })
    await create(admin, `/api/tenants/${id}/suspend`, { reason: 'It has ended' })
    expect(await admin.post(path, { name: 'Another' })).toMatchObject({
      status: 400,
      body: { fields: { name: `Type ${name} to confirm` } },
    })
    const answers = await Promise.all([1, 2].map(() => admin.post(path, { name })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409])
    expect(await admin.post(`/api/tenants/${id}/resume`)).toMatchObject({ body: { code: 'tenants.being-erased' } })

    // Killed halfway: some rows are deleted, the rest waits for the next node.
    const { db } = core
    let transactions = 0
    const killed = Object.create(core, {
      db: {
        value: {
          tenant: db.tenant.bind(db),
          platform: (...given: Parameters<typeof db.platform>) =>
            (transactions += 1) > 12 ? Promise.reject(new Error('Killed')) : db.platform(...given),
        },
      },
    }) as typeof core
    const job = jobNamed(platform, 'tenants.erase-organization')
    await expect(job.perform(killed, null, { organizationId: id })).rejects.toThrow('Killed')
    expect((await admin.get(path)).body.step).toMatch(/^Erasing /)
    platform.clock.forward(121_000)
    await jobNamed(platform, 'tenants.resume-erasures').perform(core, null, {})
    await erase(platform, id)
    await erase(platform, id)

    expect((await admin.get(path)).status).toBe(404)
    const traces = await tracesOf(platform, id)
    expect(traces.toSorted()).toEqual(['audit_logs', 'erasures', 'organization_erasures'])
    const erasers = await core.db.platform(systemActor, ({ trx }) =>
      trx('erasures').where({ organizationId: id }).pluck<(string | null)[]>('erased_by_name'),
    )
    expect(new Set(erasers)).toEqual(new Set([null]))
    const texts = await core.db.platform(systemActor, ({ trx }) =>
      trx('audit_logs').where({ tenantId: id }).whereNot({ description: '[erased]' }).select('description', 'userName'),
    )
    expect(texts).toEqual([])
    const [erasure] = (await admin.get('/api/tenant-erasures')).body as OrganizationErasure[]
    expect(erasure).toMatchObject({ name, invoices: open.invoices, finishedAt: expect.any(String) })
    const { body } = await admin.get(`/api/tenant-erasures/${erasure?.id}/invoices`)
    expect(body).toHaveLength(open.invoices)
    const acts = (await admin.get('/api/audit-logs?category=security')).body as { action: string }[]
    expect(acts.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['tenant.erased', 'tenant.erasure-started']),
    )
    await elsewhere.client().signIn(person.email)

    // A restore has brought it back, without its invoices.
    await core.db.platform(systemActor, ({ trx }) =>
      trx('tenants').insert({
        id,
        name,
        subdomain: 'broughtback',
        status: 'suspended',
        adminEmail: 'ada@example.org',
      }),
    )
    expect((await admin.get(path)).body).toMatchObject({ step: null, refusal: null })
    expect((await admin.post(path, { name })).body).toMatchObject({ invoices: open.invoices, finishedAt: null })
    const again = { name: 'Next', subdomain: 'northstar', adminEmail: 'next@example.org' }
    expect((await admin.post('/api/tenants', again)).status).toBe(201)
  },
)
