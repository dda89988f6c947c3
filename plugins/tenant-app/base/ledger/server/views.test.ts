import { expect } from 'vitest'
import type { Role } from '#core/contract/roles.ts'
import type { Scope, TenantScope } from '#core/server/core.ts'
import type { AppError } from '#core/server/errors.ts'
import { systemActor, type Actor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { viewedKinds, type ViewedKind, type ViewReason } from '../contract.ts'
import { recordView } from './views.ts'

const test = pluginTest([tenantApp])

const none: ViewReason = { reason: null, words: '' }
const typed: ViewReason = { reason: null, words: 'A parent wrote to support' }
const chosen: ViewReason = { reason: 'session', words: '' }

async function actorOf(organization: TestOrganization, role: Role): Promise<Actor> {
  const { id, email } = await organization.user(role === 'superadmin' ? 'tenant_admin' : role)
  return {
    ...systemActor,
    ipAddress: '127.0.0.1',
    user: { id, email, role, name: 'Vera Viewer', tenantId: organization.id },
  }
}

const ledgerOf = ({ core }: TestPlatform, { id }: TestOrganization) =>
  core.db.tenant(id, systemActor, ({ trx }) => trx('access_ledger').orderBy('viewedAt'))

const table: [Role, ViewedKind, ViewReason, string][] = [
  ['tenant_admin', 'health', none, 'kept'],
  ['instructor', 'health', none, 'reason'],
  ['instructor', 'emergency', typed, 'reason'],
  ['instructor', 'health', { reason: 'other', words: '' }, 'words'],
  ['instructor', 'health', { reason: 'other', words: 'A wasp' }, 'kept'],
  ['instructor', 'emergency', chosen, 'kept'],
  ['instructor', 'consents', none, 'kept'],
  ['parent', 'health', none, 'nothing'],
  ['student', 'health', chosen, 'forbidden'],
  ...viewedKinds.flatMap((what): [Role, ViewedKind, ViewReason, string][] => [
    ['superadmin', what, chosen, 'words'],
    ['superadmin', what, typed, 'kept'],
  ]),
]

test('each role owes its own kind of reason, and leaves an entry of who, what, when and why', async ({ platform }) => {
  for (const [role, what, reason, outcome] of table) {
    const organization = await platform.organization()
    const { id: studentId } = await buildStudent(platform, organization)
    const actor = await actorOf(organization, role)
    const viewed = platform.core.db.tenant(organization.id, actor, (scope) =>
      recordView(scope, { studentId, what, reason }).then(
        () => undefined,
        (error: AppError) => Object.keys(error.fields ?? { [error.code]: '' })[0],
      ),
    )
    const refusal = ['kept', 'nothing'].includes(outcome) ? undefined : outcome
    expect({ role, what, reason, refusal: await viewed }).toEqual({ role, what, reason, refusal })
    const kept = { studentId, viewerId: actor.user?.id, viewerName: 'Vera Viewer', viewerRole: role, what, ...reason }
    expect(await ledgerOf(platform, organization)).toMatchObject(outcome === 'kept' ? [kept] : [])
  }
})

test('a view by platform staff emails every active admin at once, without its content and reason', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { id: studentId } = await buildStudent(platform, organization)
  const admins = [await organization.user('tenant_admin'), await organization.user('tenant_admin')]
  const gone = await organization.user('tenant_admin')
  await organization.user('instructor')
  const actor = await actorOf(organization, 'superadmin')
  await platform.core.db.platform(systemActor, async ({ trx }) => {
    await trx('users').where({ id: gone.id }).update({ isActive: false })
    await trx('users').where({ id: actor.user?.id }).update({ isActive: false })
  })
  const view = { studentId, what: 'health', reason: typed } as const
  await platform.core.db.tenant(organization.id, actor, (scope) => recordView(scope, view))
  const emails = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').where({ tenantId: organization.id }),
  )
  expect(emails.map(({ recipient }) => recipient as string).toSorted()).toEqual(
    admins.map(({ email }) => email).toSorted(),
  )
  expect(emails[0]).toMatchObject({
    subject: expect.stringContaining('staff opened a student’s record'),
    body: expect.stringContaining('Vera Viewer'),
  })
  expect(JSON.stringify(emails)).not.toContain(typed.words)
})

test('no organization or platform user can change or delete an entry, not even with the student', async ({
  platform,
}) => {
  const [organization, other] = [await platform.organization(), await platform.organization()]
  const { id: studentId } = await buildStudent(platform, organization)
  const actor = await actorOf(organization, 'tenant_admin')
  const { db } = platform.core
  await db.tenant(organization.id, actor, (scope) => recordView(scope, { studentId, what: 'health', reason: none }))
  const before = await ledgerOf(platform, organization)
  const attempts: ((scope: Scope) => Promise<unknown>)[] = [
    async ({ trx }) => trx('access_ledger').update({ words: 'Nothing' }),
    async ({ trx }) => trx('access_ledger').delete(),
    async ({ trx }) => trx.raw('truncate access_ledger'),
    async ({ trx }) =>
      trx.raw(`insert into access_ledger select * from access_ledger on conflict (id) do update set words = ''`),
  ]
  for (const attempt of attempts) {
    await expect(db.tenant(organization.id, actor, attempt)).rejects.toThrow('permission denied')
    await expect(db.platform(actor, attempt)).rejects.toThrow('permission denied')
  }
  const forged = (scope: TenantScope) =>
    scope
      .trx('access_ledger')
      .insert({ ...before[0], id: studentId, tenantId: other.id })
      .then(() => undefined)
  await expect(db.tenant(organization.id, actor, forged)).rejects.toThrow('row-level security')
  await db.tenant(organization.id, actor, async ({ trx }) => trx('students').where({ id: studentId }).delete())
  await db.tenant(organization.id, actor, async ({ trx }) => trx('users').where({ id: actor.user?.id }).delete())
  expect(await ledgerOf(platform, organization)).toEqual(before)
  expect(await ledgerOf(platform, other)).toEqual([])
  // Deleting the organization deletes its entries.
  await db.platform(systemActor, async ({ trx }) => trx('tenants').where({ id: organization.id }).delete())
  expect(await db.platform(systemActor, async ({ trx }) => trx('access_ledger').where({ studentId }))).toEqual([])
})
