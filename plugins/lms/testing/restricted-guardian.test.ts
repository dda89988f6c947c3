import { expect } from 'vitest'
import type { EndpointSpec } from '#core/contract/endpoint.ts'
import { isAmong } from '#core/contract/roles.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { create, perform, type Call } from '#core/testing/calls.ts'
import {
  pluginTest,
  type Answer,
  type Client,
  type TestOrganization,
  type TestPlatform,
} from '#core/testing/harness.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { calls as programCalls } from '#plugins/tenant-app/testing/calls.ts'
import { buildGuardian, buildStudent } from '#plugins/tenant-app/testing/factories.ts'
import type { Post } from '../discussions/contract.ts'
import { lms } from '../plugin.ts'
import { calls as learningCalls } from './calls.ts'
import { publishDiscussion, getRepliesPath, getThreadsPath } from './discussions.ts'
import { getHandInPath, publishSubmission } from './hand-ins.ts'

const test = pluginTest([tenantApp, lms])

const preparations = { ...programCalls, ...learningCalls }

const nameOf = ({ method, path }: EndpointSpec) => `${method} ${path}`

/** Endpoints that a signed-in guardian may call in an organization. */
const listGuardianEndpoints = ({ platform }: TestPlatform) =>
  platform.contracts
    .flatMap(({ contract }) => Object.values(contract))
    .filter(({ access: { who, hosts } }) => hosts !== 'platform' && who !== 'anyone')
    .filter(({ access: { who } }) => who === 'signed-in' || isAmong(who as never, 'tenant', 'parent'))

/** Name of every student of an organization, and of the texts of one of them. */
const CHILD_MARK = 'Zaphira'

/**
 * Gives every account of a student a student record, marks the names and texts of all students, makes a parent the guardian of
 * each and enrolls that parent in every course.
 */
async function becomeGuardian(platform: TestPlatform, organization: TestOrganization, guardian: Client) {
  const { id: organizationId } = organization
  const asOrganization = <T>(work: Parameters<typeof platform.core.db.tenant<T>>[2]) =>
    platform.core.db.tenant(organizationId, systemActor, work)
  const accounts = await asOrganization(({ trx }) =>
    trx('users').where({ role: 'student' }).whereNotIn('id', trx('students').whereNotNull('userId').select('userId')),
  )
  for (const { id } of accounts as { id: string }[]) await buildStudent(platform, organization, { userId: id })
  const students = await asOrganization(async ({ trx }) => {
    const written = { userId: trx('users').where({ role: 'student' }).select('id') }
    await trx('users').where({ role: 'student' }).update({ firstName: CHILD_MARK })
    await trx('students').update({ firstName: CHILD_MARK })
    await trx('lmsPosts').whereIn('userId', written.userId).update({ text: CHILD_MARK })
    await trx('lmsCourseReviews').whereIn('userId', written.userId).update({ comment: CHILD_MARK })
    return trx('students').select('id') as Promise<{ id: string }[]>
  })
  for (const { id } of students)
    await buildGuardian(platform, organization, { studentId: id, userId: guardian.user?.id ?? '' })
  const courses = await asOrganization(({ trx }) => trx('lmsCourses').select('id') as Promise<{ id: string }[]>)
  for (const { id } of courses) await guardian.post(`/api/tenant/courses/${id}/enroll`)
  return asOrganization
}

const containsMark = ({ body }: Answer) => JSON.stringify(body ?? '').includes(CHILD_MARK)

/** Endpoints that show guardians data of a child: a restriction has to apply to each. */
const tellsGuardians = [
  'GET /api/calendar',
  'GET /api/children',
  'GET /api/children/overviews',
  'GET /api/children/{id}',
  'GET /api/pickup-codes',
  'GET /api/tenant/children/{studentId}/posts',
  'GET /api/tenant/dashboard/stats/students',
  'GET /api/tenant/lessons/{lessonId}/threads',
  'GET /api/tenant/threads/{id}',
  'GET /api/tenant/threads/{id}/replies',
]

/** Checks if a path leads to a child, or to a child's text. */
const isAboutChild = ({ path }: EndpointSpec) =>
  /\/(?:children|students)\/\{|\/(?:threads|posts)\/\{id\}|personal-exports\/\{/.test(path)

test('no endpoint shows a restricted guardian data of a child, and none with a child in its path has an effect', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await platform.superAdmin()
  const prepared: [EndpointSpec, Call][] = []
  for (const endpoint of listGuardianEndpoints(platform)) {
    const prepare = preparations[nameOf(endpoint)]
    if (prepare) prepared.push([endpoint, await prepare({ platform, organization, admin })])
    else if (endpoint.method === 'GET' && !endpoint.path.includes('{')) prepared.push([endpoint, { by: admin }])
  }
  const guardian = await organization.signIn('parent')
  const inOrganization = await becomeGuardian(platform, organization, guardian)
  const tellingNow = async () => {
    const telling: string[] = []
    for (const [endpoint, call] of prepared.filter(([{ method }]) => method === 'GET')) {
      if (containsMark(await perform(endpoint, call, guardian))) telling.push(nameOf(endpoint))
    }
    return telling.toSorted()
  }
  expect(await tellingNow()).toEqual(tellsGuardians)

  for (const taken of [{ isRestricted: true }, { isRestricted: false, maySee: false }]) {
    await inOrganization(({ trx }) => trx('parentStudents').where({ parentId: guardian.user?.id }).update(taken))
    expect(await tellingNow(), JSON.stringify(taken)).toEqual([])
    for (const [endpoint, call] of prepared) {
      const answer = await perform(endpoint, call, guardian)
      const isRefused = answer.status === 403 || answer.status === 404
      expect([nameOf(endpoint), containsMark(answer), isRefused || !isAboutChild(endpoint)]).toEqual([
        nameOf(endpoint),
        false,
        true,
      ])
    }
  }
})

/** Creates a restricted guardian and the child, who take the same courses. */
async function restrictGuardian(platform: TestPlatform) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [guardian, child, other] = [
    await organization.signIn('parent'),
    await organization.signIn('student'),
    await organization.signIn('student'),
  ]
  const { id, links } = await buildStudent(platform, organization, {
    userId: child.user?.id,
    guardians: [guardian.user?.id ?? ''],
  })
  const restrict = () =>
    create(admin, `/api/students/${id}/guardians/${links[0]}/restrictions`, {
      kind: 'court-order',
      verifiedBy: 'Grace Hopper',
    })
  const enroll = async (courseId: string) => {
    for (const by of [guardian, child, other]) await by.post(`/api/tenant/courses/${courseId}/enroll`)
  }
  const comeBack = () => organization.client().signIn(guardian.user?.email ?? '')
  return { organization, admin, guardian, child, other, restrict, enroll, comeBack, studentId: id }
}

const listTexts = ({ body }: Answer) => (body as Post[]).map(({ text }) => text)

test('a restricted guardian and the child see nothing of each other in a discussion, and others see both', async ({
  platform,
}) => {
  const { admin, guardian, child, other, restrict, enroll, comeBack } = await restrictGuardian(platform)
  const { id: courseId, lessonId } = await publishDiscussion(admin, { moderation: 'none' })
  await enroll(courseId)
  const begin = (by: Client, text: string) => create<Post>(by, getThreadsPath(lessonId), { text })
  const answer = (by: Client, { id }: Post, text: string) => create<Post>(by, getRepliesPath(id), { text })
  const [byChild, byGuardian, byOther] = [
    await begin(child, 'A child begins.'),
    await begin(guardian, 'A guardian begins.'),
    await begin(other, 'Another learner begins.'),
  ]
  const replyOfChild = await answer(child, byOther, 'A child replies.')
  await answer(guardian, byOther, 'A guardian replies.')
  await restrict()
  const kept = await comeBack()

  for (const [by, theirs, ownReply] of [
    [kept, byGuardian, 'A guardian replies.'],
    [child, byChild, 'A child replies.'],
  ] as const) {
    const hidden = theirs === byChild ? byGuardian : byChild
    expect(listTexts(await by.get(getThreadsPath(lessonId))).toSorted()).toEqual([theirs.text, byOther.text].toSorted())
    expect(listTexts(await by.get(getRepliesPath(byOther.id)))).toEqual([ownReply])
    expect((await by.get(`/api/tenant/threads/${byOther.id}`)).body).toMatchObject({ replies: 1 })
    for (const refused of [
      await by.get(`/api/tenant/threads/${hidden.id}`),
      await by.get(getRepliesPath(hidden.id)),
      await by.post(getRepliesPath(hidden.id), { text: 'Where do you live?' }),
      await by.post(`/api/tenant/posts/${hidden.id}/report`, { reason: 'Look' }),
    ]) {
      expect(refused.status).toBe(404)
    }
  }
  expect((await kept.post(`/api/tenant/posts/${replyOfChild.id}/report`, { reason: 'Look' })).status).toBe(404)
  expect(listTexts(await other.get(getRepliesPath(byOther.id)))).toEqual(['A child replies.', 'A guardian replies.'])
  expect(listTexts(await other.get(getThreadsPath(lessonId)))).toHaveLength(3)
})

test('a restricted guardian leaves the child’s team, and neither can join a team of the other', async ({
  platform,
}) => {
  const { admin, guardian, child, other, restrict, enroll, comeBack } = await restrictGuardian(platform)
  const { id: courseId, lessonId } = await publishSubmission(admin, {
    contentType: 'project',
    details: { teamSize: 3 },
  })
  await enroll(courseId)
  const path = getHandInPath(lessonId)
  const codeOf = async (by: Client) => (await by.get(path)).body.team.code as string
  await child.put(path, { text: 'Ours' })
  const code = await codeOf(child)
  expect((await guardian.post(`${path}/team`, { code })).body.team.members).toHaveLength(2)
  await restrict()
  const kept = await comeBack()
  expect((await child.get(path)).body.team.members).toHaveLength(1)
  expect((await kept.get(path)).body).toMatchObject({ draft: { text: '' }, team: { code: '', members: [] } })

  await kept.put(path, { text: 'Mine' })
  const noTeam = { status: 400, body: { fields: { code: 'No team has this code' } } }
  expect(await kept.post(`${path}/team`, { code })).toMatchObject(noTeam)
  expect(await child.post(`${path}/team`, { code: await codeOf(kept) })).toMatchObject(noTeam)
  expect((await other.post(`${path}/team`, { code })).status).toBe(200)
  expect(await kept.post(`${path}/team`, { code })).toMatchObject(noTeam)
})

test('a restriction ends the guardian’s sessions, and deletes exports of the child’s data', async ({ platform }) => {
  const { guardian, child, restrict, comeBack, studentId, organization } = await restrictGuardian(platform)
  const jobs = platform.platform.parts.get(tenantApp.id)?.jobs
  const makeExport = jobs?.find(({ name }) => name === 'tenant-app.make-export')
  const [ofChild, own] = [
    await create<{ id: string }>(guardian, '/api/personal-exports', { studentId }),
    await create<{ id: string }>(guardian, '/api/personal-exports', {}),
  ]
  for (const { id: exportId } of [ofChild, own]) {
    await makeExport?.perform(platform.core, null, { tenantId: organization.id, exportId })
    expect((await guardian.get(`/api/personal-exports/${exportId}/download`)).status).toBe(200)
  }
  await restrict()
  expect((await guardian.get('/api/children')).status).toBe(401)
  expect((await child.get('/api/user')).status).toBe(200)
  const kept = await comeBack()
  for (const { id } of [ofChild, own]) {
    expect((await kept.get(`/api/personal-exports/${id}/download`)).status).toBe(404)
  }
  expect((await kept.get('/api/personal-exports')).body).toMatchObject([{ status: 'expired' }, { status: 'expired' }])
})
