import { expect } from 'vitest'
import { record } from '#core/server/audit.ts'
import type { AuditEntry } from '#core/server/audit-entry.ts'
import { type Actor, systemActor } from '#core/server/identity/actor.ts'
import type { TestPlatform } from '#core/testing/harness.ts'
import { acts, byHand, problems, trailTest as test } from '../testing/trail.ts'
import { eraseInAudit, eraseOrganizationInAudit } from './erasure.ts'
import { sealActs } from './seal-acts.ts'
import { verifyTrail } from './verification.ts'

const ada: Actor = {
  user: {
    id: crypto.randomUUID(),
    email: 'ada@harbour.example',
    name: 'Ada Lovelace',
    role: 'instructor',
    tenantId: null,
  },
  sessionId: null,
  ipAddress: '203.0.113.7',
  userAgent: 'Ada/1.0',
  requestId: 'request-1',
}

const bob: Actor = {
  ...ada,
  user: {
    id: crypto.randomUUID(),
    email: 'bob@harbour.example',
    name: 'Bob Babbage',
    role: 'tenant_admin',
    tenantId: null,
  },
  ipAddress: '203.0.113.8',
  userAgent: 'Bob/1.0',
}

const idOf = ({ user }: Actor) => user?.id as string

const act = ({ core }: TestPlatform, actor: Actor, entry: Partial<AuditEntry> & { action: string }) =>
  core.db.platform(actor, (scope) => record(scope, { category: 'account', description: 'Changed a thing', ...entry }))

/** Records acts of people, on things and on each other. */
async function lives(platform: TestPlatform): Promise<void> {
  await act(platform, ada, {
    action: 'auth.signed-in',
    description: 'Ada Lovelace signed in',
    resource: 'user',
    resourceId: idOf(ada),
  })
  await act(platform, ada, {
    action: 'session.changed',
    description: 'Changed the session Robotics',
    metadata: { room: 'B2' },
  })
  await act(platform, bob, {
    action: 'user.changed',
    description: 'Changed the user Ada Lovelace',
    resource: 'user',
    resourceId: idOf(ada),
    before: { firstName: 'Ada' },
    after: { firstName: 'Augusta' },
  })
  await act(platform, bob, {
    action: 'score.saved',
    description: 'Gave Ada Lovelace points',
    resource: 'session',
    resourceId: crypto.randomUUID(),
    metadata: { studentId: idOf(ada) },
  })
  await act(platform, bob, { action: 'session.deleted', description: 'Deleted the session Ada Lovelace' })
  await act(
    platform,
    { ...ada, user: null },
    {
      action: 'auth.sign-in-failed',
      description: 'Sign-in failed',
      resource: 'user',
      resourceId: idOf(ada),
      metadata: { email: 'ada@harbour.example' },
      errorMessage: 'Wrong email address or password',
      success: false,
    },
  )
}

const erase = ({ core }: TestPlatform) => core.db.platform(systemActor, (scope) => eraseInAudit(scope, idOf(ada)))

const entries = ({ core }: TestPlatform) =>
  core.db.platform(systemActor, ({ trx }) =>
    trx('audit_logs')
      .whereNotIn('action', ['audit.erased', 'thing.changed'])
      .orderBy('seq')
      .select('action', 'userName', 'userEmail', 'ipAddress', 'userAgent', 'description', 'metadata', 'errorMessage'),
  )

const blankedWho = { userName: null, userEmail: null, ipAddress: null, userAgent: null }
const blankedWhat = { description: '[erased]', metadata: {}, errorMessage: null }

test('a person is erased from what was done by and to the person, and from nothing else', async ({ platform }) => {
  await lives(platform)
  const before = await entries(platform)
  expect(await erase(platform)).toBe(5)
  const [signIn, own, changed, scored, unrelated, failed] = await entries(platform)
  expect(signIn).toEqual({ action: 'auth.signed-in', ...blankedWho, ...blankedWhat })
  expect(own).toEqual({ ...before[1], ...blankedWho })
  expect(changed).toEqual({ ...before[2], ...blankedWhat })
  expect(scored).toEqual({ ...before[3], ...blankedWhat })
  expect(unrelated).toEqual(before[4])
  expect(failed).toEqual({ action: 'auth.sign-in-failed', ...blankedWho, ...blankedWhat })
  const left = await byHand(
    platform,
    `select from audit_logs a where a::text ~* 'lovelace|ada@|ada/1|203.0.113.7|augusta' and action <> 'session.deleted'`,
  )
  expect(left).toHaveLength(0)
  const told = await byHand(
    platform,
    `select resource_id, metadata->'entries' as entries from audit_logs where action = 'audit.erased'`,
  )
  expect(told).toEqual([{ resource_id: idOf(ada), entries: 5 }])
  expect(await erase(platform)).toBe(0)
})

test('a user whose name is in descriptions of own acts and those of others hides none of them', async ({
  platform,
}) => {
  const named = (name: string): Actor => ({ ...ada, user: ada.user && { ...ada.user, name } })
  for (const name of ['Student updated', 'A', '.*', '%', 'Changed a thing']) {
    await act(platform, named(name), { action: 'student.updated', description: `Student updated by ${name}` })
    await act(platform, bob, { action: 'thing.made', description: name })
  }
  const before = await entries(platform)
  await erase(platform)
  expect(await entries(platform)).toEqual(
    before.map((entry) => (entry.action === 'student.updated' ? { ...entry, ...blankedWho } : entry)),
  )
})

test('names of files that older versions recorded go with the user who uploaded them', async ({ platform }) => {
  const upload = { action: 'file.uploaded', description: 'Uploaded Ada Lovelace, essay.pdf', resource: 'file' }
  await act(platform, ada, { ...upload, resourceId: crypto.randomUUID() })
  await act(platform, bob, { ...upload, resourceId: crypto.randomUUID() })
  expect(await erase(platform)).toBe(1)
  expect(await entries(platform)).toMatchObject([blankedWhat, { description: upload.description }])
})

test('after an erasure the log is intact and reports the number of erased entries, sealed before or after', async ({
  platform,
}) => {
  await lives(platform)
  await sealActs(platform.core)
  await act(platform, ada, { action: 'thing.made' })
  await erase(platform)
  expect(await verifyTrail(platform.core)).toMatchObject({ intact: true, erased: 6, entries: 6, unsealed: 2 })
  await sealActs(platform.core)
  expect(await verifyTrail(platform.core)).toMatchObject({
    intact: true,
    erased: 6,
    entries: 8,
    unsealed: 0,
    erasedBy: [{ userId: null, name: null, acts: 1, entries: 6 }],
  })
})

test('all texts of an organization are erased, some at a time, those of others stay, and the log is intact', async ({
  platform,
}) => {
  const [gone, other] = [await platform.organization(), await platform.organization()]
  for (const tenantId of [gone.id, other.id, gone.id]) await act(platform, ada, { action: 'thing.made', tenantId })
  await erase(platform)
  await sealActs(platform.core)
  await act(platform, bob, { action: 'thing.made', tenantId: gone.id, metadata: { room: 'B2' } })
  const some = () => platform.core.db.platform(systemActor, (scope) => eraseOrganizationInAudit(scope, gone.id, 2))
  expect([await some(), await some(), await some()]).toEqual([2, 1, 0])
  const left = await byHand<{ tenant_id: string }>(
    platform,
    `select tenant_id from audit_logs where action = 'thing.made' and (description <> '[erased]' or user_name is not null)`,
  )
  expect(left).toEqual([{ tenant_id: other.id }])
  expect(await verifyTrail(platform.core)).toMatchObject({ intact: true })
  await sealActs(platform.core)
  expect(await verifyTrail(platform.core)).toMatchObject({ intact: true, unsealed: 0 })
  const mine = platform.core.db.tenant(other.id, systemActor, ({ trx }) =>
    trx.raw(`select erase_audit_texts_of_organization(new_id(), 1)`),
  )
  await expect(mine).rejects.toThrow('permission denied')
})

test.for([
  ['something is written where a name was erased', `update audit_logs set user_name = 'Eve' where seq = 1`],
  ['something is written where a description was erased', `update audit_logs set description = 'Fine' where seq = 1`],
  ['something is written where metadata were erased', `update audit_logs set metadata = '{"a": 1}' where seq = 1`],
  ['what is left of an erased entry is changed', `update audit_logs set action = 'auth.signed-out' where seq = 1`],
  ['the hash of what was erased is changed', `update audit_logs set who_hash = sha256('x') where seq = 1`],
  ['the hash of what was erased is removed', `update audit_logs set who_hash = null where seq = 1`],
  ['a salt is added to what was erased', `update audit_logs set what_salt = gen_random_uuid() where seq = 1`],
  [
    'an entry pretends to have been erased when there were no salts',
    `update audit_logs set action = 'x', who_salt = null, what_salt = null, who_hash = '', what_hash = '', user_name = null,
       user_email = null, ip_address = null, user_agent = null, description = '[erased]', metadata = '{}' where seq = 1`,
  ],
] as const)('it is found when %s', async ([, text], { platform }) => {
  await lives(platform)
  await erase(platform)
  await sealActs(platform.core)
  await byHand(platform, text)
  expect(await problems(platform)).toEqual([expect.stringMatching(/^Entry 1 .* was changed/)])
})

test('the role that serves blanks texts and cannot write others, and an organization cannot do even that', async ({
  platform,
}) => {
  await acts(platform, 1)
  const { id } = await platform.organization()
  const { db } = platform.core
  for (const text of [`update audit_logs set user_name = null`, `update audit_logs set who_hash = ''`]) {
    await expect(db.platform(systemActor, ({ trx }) => trx.raw(text))).rejects.toThrow('permission denied')
  }
  const erasing = db.tenant(id, systemActor, ({ trx }) => trx.raw('select erase_audit_entries(null, new_id())'))
  await expect(erasing).rejects.toThrow('permission denied')
})
