import { beforeEach, expect, onTestFinished } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { lms } from '../../plugin.ts'
import { openFrappeSite, type FrappeSiteDouble } from '../testing/frappe-site.ts'
import { listItems, getNewestRun, runToEnd, useSite, finishRuns } from '../testing/running.ts'

const test = pluginTest([lms], { env: { FRAPPE_ALLOW_PRIVATE: '1' } })

let site: FrappeSiteDouble
beforeEach(async () => {
  site = await openFrappeSite()
  onTestFinished(site.close)
})

const student = { roles: [{ role: 'LMS Student' }], enabled: 1, send_welcome_email: 0 }
const findPeople = (names: readonly string[]) =>
  site.documents.all('User').filter(({ name }) => names.includes(String(name)))

test('users of organizations become learners once, without an email, whatever their role here', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  await useSite(admin, site)
  const organization = await platform.organization()
  const lead = await organization.user('tenant_admin', { email: 'Lead@Sync.example' })
  await organization.user('instructor', { email: 'teach@sync.example' })
  await organization.user('student', { email: 'kid@sync.example' })
  await organization.user('parent', { email: 'parent@sync.example' })
  const closed = await platform.organization({ status: 'suspended' })
  await closed.user('instructor', { email: 'closed@sync.example' })
  const names = ['lead@sync.example', 'teach@sync.example', 'kid@sync.example']

  const dry = await runToEnd(platform, admin, 'users', { dryRun: true })
  expect(dry).toMatchObject({
    status: 'done',
    isDryRun: true,
    message: expect.stringMatching(/^Dry run: .* Nothing was changed\.$/),
  })
  expect(findPeople(names)).toEqual([])

  const first = await runToEnd(platform, admin, 'users')
  expect(first).toMatchObject({ status: 'done', target: 'frappe', counts: { created: 3, failed: 0, waiting: 0 } })
  expect(findPeople(names)).toEqual([
    expect.objectContaining(student),
    expect.objectContaining(student),
    expect.objectContaining(student),
  ])
  expect(findPeople(['parent@sync.example', 'closed@sync.example'])).toEqual([])
  expect(site.mails).toEqual([])
  expect(await listItems(admin, first, '?outcome=created&limit=1')).toEqual([
    { position: 1, label: 'Ada Lovelace', organization: organization.name, outcome: 'created', reason: '' },
  ])

  expect(await runToEnd(platform, admin, 'users')).toMatchObject({ counts: { created: 0, same: 3 } })
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('users').where({ id: lead.id }).update({ is_active: false, first_name: 'Grace' }),
  )
  expect(await runToEnd(platform, admin, 'users')).toMatchObject({ counts: { updated: 1, same: 2 } })
  expect(findPeople(['lead@sync.example'])).toMatchObject([{ enabled: 0, first_name: 'Grace' }])
})

test('an account that was created on the site stays its owner’s, and becomes a learner too', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await useSite(admin, site)
  site.documents.byHand('User', { email: 'own@sync.example', first_name: 'Nick', roles: [{ role: 'Moderator' }] })
  await (await platform.organization()).user('instructor', { email: 'own@sync.example' })
  await runToEnd(platform, admin, 'users')
  expect(findPeople(['own@sync.example'])).toMatchObject([
    { first_name: 'Nick', roles: [{ role: 'Moderator' }, { role: 'LMS Student' }] },
  ])
})

test('a user with the address of another organization’s user renames and closes no account there', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  await useSite(admin, site)
  const email = 'shared@sync.example'
  const first = await (await platform.organization()).user('student', { email, firstName: 'Mia' })
  await runToEnd(platform, admin, 'users')
  const second = await (await platform.organization()).user('instructor', { email, firstName: 'Eve' })
  await runToEnd(platform, admin, 'users')
  expect(findPeople([email])).toMatchObject([{ first_name: 'Mia', enabled: 1 }])
  const change = (id: string, fields: object) =>
    platform.core.db.platform(systemActor, ({ trx }) => trx('users').where({ id }).update(fields))
  await change(second.id, { is_active: false })
  await runToEnd(platform, admin, 'users')
  expect(findPeople([email])).toMatchObject([{ first_name: 'Mia', enabled: 1 }])
  await change(second.id, { is_active: true })
  await change(first.id, { is_active: false })
  await runToEnd(platform, admin, 'users')
  expect(findPeople([email])).toMatchObject([{ enabled: 1 }])
  await change(second.id, { email: 'other@sync.example' })
  await runToEnd(platform, admin, 'users')
  expect(findPeople([email])).toMatchObject([{ enabled: 0 }])
})

test('a failure has a reason and is retried alone; a failure that affects all items ends the run', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  await useSite(admin, site)
  await (await platform.organization()).user('instructor', { email: 'odd@sync.example' })
  const refusal = { exc_type: 'ValidationError', _server_messages: '["{\\"message\\": \\"<p>No such domain</p>\\"}"]' }
  // The other users are known here already, but not on this site.
  site.trouble.push({ when: /^POST .*User$/, answer: { status: 417, body: refusal } })
  const failed = await runToEnd(platform, admin, 'users')
  expect(failed).toMatchObject({ status: 'done', counts: { failed: 1 } })
  const [item] = await listItems(admin, failed, '?outcome=failed')
  expect(item?.reason).toBe('The site refused what was sent. It says: No such domain.')
  const heard = site.heard.length
  const retry = `/api/frappe-lms/runs/${failed.id}/items/${item?.position}/retry`
  expect((await admin.post(retry)).status).toBe(202)
  await finishRuns(platform)
  expect(await getNewestRun(admin, 'users')).toMatchObject({ status: 'done', counts: { failed: 0 } })
  expect(site.heard.slice(heard).filter((called) => called.startsWith('POST'))).toHaveLength(1)
  expect((await admin.post(retry)).status).toBe(404)

  await (await platform.organization()).user('instructor', { email: 'late@sync.example' })
  site.trouble.push({ when: /./, times: 100, answer: { status: 401, body: { exc_type: 'AuthenticationError' } } })
  expect(await runToEnd(platform, admin, 'users')).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('refused the API key'),
  })
  await admin.delete('/api/frappe-lms/config')
  expect((await admin.post(retry)).body.code).toBe('embedded-lms.moved')
})

test('without a response it searches first, and it resumes automatically once the site accepts more users', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  await useSite(admin, site)
  const organization = await platform.organization()
  const names = Array.from({ length: 64 }, (_, index) => `many${String(index).padStart(2, '0')}@sync.example`)
  for (const email of names) await organization.user('instructor', { email })
  site.trouble.push({ when: /^POST .*User$/, answer: 'lost' })
  const stopped = await runToEnd(platform, admin, 'users')
  expect(stopped).toMatchObject({
    status: 'waiting',
    message: 'The site makes no more new people within the hour. It says: Throttled. It continues in 60 minutes.',
  })
  expect((await admin.post('/api/frappe-lms/sync/users')).body).toMatchObject({ code: 'embedded-lms.busy' })
  site.documents.anHourLater()
  await finishRuns(platform)
  expect(await getNewestRun(admin, 'users')).toMatchObject({ status: 'done', counts: { waiting: 0, failed: 0 } })
  expect(findPeople(names)).toHaveLength(64)
})

test('a synchronization that waits for the site can be stopped, stays stopped, and another one begins', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  await useSite(admin, site)
  const organization = await platform.organization()
  await organization.user('instructor', { email: 'stopped@sync.example' })
  const headers = { 'retry-after': '3600' }
  const throttled = { status: 429, headers, body: { exc_type: 'TooManyRequestsError' } }
  site.trouble.push({ when: /^POST .*User$/, times: 100, answer: throttled })
  const waiting = await runToEnd(platform, admin, 'users')
  expect(waiting).toMatchObject({ status: 'waiting', message: expect.stringContaining('It continues') })
  const stop = () => admin.post(`/api/frappe-lms/runs/${waiting.id}/stop`)
  expect(await stop()).toMatchObject({
    status: 202,
    body: { run: { isStopped: true, status: 'failed', message: expect.stringContaining('What was done stays') } },
  })
  expect((await stop()).body.code).toBe('embedded-lms.ended')

  site.trouble.length = 0
  const job = platform.platform.parts.get('lms')?.jobs?.find(({ name }) => name === 'lms.embedded-run')
  await job?.perform(platform.core, null, { runId: waiting.id })
  expect(await getNewestRun(admin, 'users')).toMatchObject({ isStopped: true, counts: waiting.counts })
  const { status, body } = await admin.post('/api/frappe-lms/sync/users')
  expect([status, body.run.isStopped]).toEqual([202, false])
  await admin.post(`/api/frappe-lms/runs/${body.run.id}/stop`)
})

test('a worker whose synchronization is stopped does no more than its current item', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await useSite(admin, site)
  const organization = await platform.organization()
  for (const name of ['one', 'two', 'three']) await organization.user('student', { email: `${name}@stopped.example` })
  const { body } = await admin.post('/api/frappe-lms/sync/users')
  const stop = async () => void (await admin.post(`/api/frappe-lms/runs/${body.run.id}/stop`))
  site.before = { when: /^POST .*User$/, run: stop }
  await finishRuns(platform)
  expect(await getNewestRun(admin, 'users')).toMatchObject({ isStopped: true })
  expect(findPeople(['one', 'two', 'three'].map((name) => `${name}@stopped.example`)).length).toBeLessThan(3)
})
