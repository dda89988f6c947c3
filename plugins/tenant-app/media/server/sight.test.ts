import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '../../plugin.ts'
import { buildStudent } from '../../testing/factories.ts'
import { askForMedia, putPicture, sendPicture, share } from '../../testing/media.ts'
import { scheduleSession } from '../../testing/sessions.ts'

const test = pluginTest([audit, tenantApp])

/**
 * Creates four images: of Ada in the session of one instructor, of Ben in another's, of no child in no session, all shared; and
 * one of Ada that is not. Ada's and Ben's families have consented.
 */
async function makeWorld(platform: TestPlatform) {
  const organization = await platform.organization()
  const sign = (role: Parameters<typeof organization.signIn>[0]) => organization.signIn(role)
  const admin = await sign('tenant_admin')
  const [instructor, colleague] = [await sign('instructor'), await sign('instructor')]
  const [mother, father, barred, neighbour, childless] = [
    await sign('parent'),
    await sign('parent'),
    await sign('parent'),
    await sign('parent'),
    await sign('parent'),
  ]
  const student = await sign('student')
  const userOf = (client: Client) => client.user?.id ?? ''
  const ada = await buildStudent(platform, organization, {
    guardians: [userOf(mother), userOf(father), { userId: userOf(barred), maySee: false }],
    userId: userOf(student),
  })
  const ben = await buildStudent(platform, organization, {
    firstName: 'Ben',
    guardians: [userOf(neighbour), userOf(barred)],
  })
  const consents = await askForMedia(admin)
  const answer = (by: Client, studentId: string, consentId: string, said: string) =>
    create(by, `/api/children/${studentId}/consents/${consentId}`, { answer: said, version: 1 })
  for (const consentId of Object.values(consents)) {
    await answer(mother, ada.id, consentId, 'given')
    await answer(neighbour, ben.id, consentId, 'given')
  }
  const own = await scheduleSession(platform, admin, { instructorId: userOf(instructor) })
  const others = await scheduleSession(platform, admin, { instructorId: userOf(colleague), inMinutes: 2880 })
  const pictures = {
    ofAda: await putPicture(instructor, { sessionId: own, filename: 'ofAda.jpg' }),
    ofBen: await putPicture(colleague, { sessionId: others, filename: 'ofBen.jpg' }),
    ofNobody: await putPicture(admin, { filename: 'ofNobody.jpg' }),
    ofAdaPrivate: await putPicture(admin, { sessionId: own, filename: 'ofAdaPrivate.jpg' }),
  }
  for (const [name, ids] of [
    ['ofAda', [ada.id]],
    ['ofBen', [ben.id]],
    ['ofNobody', []],
  ] as const) {
    expect((await share(admin, pictures[name].id, [...ids])).body).toMatchObject({ isPublic: true, isWithheld: false })
  }
  await admin.post('/api/media/tags', { ids: [pictures.ofAdaPrivate.id], add: [ada.id] })
  const callers = {
    admin,
    instructor,
    colleague,
    mother,
    father,
    barred,
    neighbour,
    childless,
    student,
    staff: await organization.client().signIn((await platform.superAdmin()).user?.email ?? ''),
    visitor: organization.client(),
    onPlatform: platform.client(),
    stranger: await (await platform.organization()).signIn('tenant_admin'),
  }
  return { organization, admin, mother, father, ada, ben, consents, answer, own, others, pictures, callers }
}

type World = Awaited<ReturnType<typeof makeWorld>>

/** Lists the images that a caller sees, and checks that URL, thumbnail, range and list agree. */
async function seenBy(platform: TestPlatform, { pictures }: World, client: Client): Promise<string[]> {
  const seen: string[] = []
  for (const [name, { id, fileUrl }] of Object.entries(pictures)) {
    const headers = { host: client.host, cookie: client.cookie ?? '' }
    const answers = await Promise.all(
      [fileUrl, `${fileUrl}?width=320`, `${fileUrl}?save=1`].map((url) => platform.app.inject({ url, headers })),
    )
    const statuses = answers.map(({ statusCode }) => statusCode)
    const range = await platform.app.inject({ url: fileUrl, headers: { ...headers, range: 'bytes=0-3' } })
    const isSeen = statuses[0] === 200
    expect({ name, statuses, range: range.statusCode }).toEqual({
      name,
      statuses: isSeen ? [200, 200, 200] : [404, 404, 404],
      range: isSeen ? 206 : 404,
    })
    const kept = isSeen ? 'private, no-store' : 'no-store'
    expect(answers.map((answer) => answer.headers['cache-control'])).toEqual([kept, kept, kept])
    if (isSeen) seen.push(name)
    // Families have no library.
    const isInLibrary = (await client.get(`/api/media/${id}`)).status === 200
    expect(isInLibrary).toBe(isSeen && !['parent', 'student'].includes(client.user?.role ?? ''))
  }
  const role = client.user?.role
  const path = role === 'parent' || role === 'student' ? '/api/media/shared' : '/api/media'
  const { status, body } = await client.get(path)
  const listed = status === 200 ? body.map(({ fileName }: { fileName: string }) => fileName.split('.')[0]) : []
  expect(listed.filter((name: string) => name in pictures).toSorted()).toEqual(seen.toSorted())
  return seen
}

const all = ['ofAda', 'ofBen', 'ofNobody', 'ofAdaPrivate']
const shared = ['ofAda', 'ofBen', 'ofNobody']

const table: Record<keyof World['callers'], readonly string[]> = {
  admin: all,
  staff: all,
  instructor: ['ofAda', 'ofAdaPrivate'],
  colleague: ['ofBen'],
  mother: shared,
  father: shared,
  // May not see Ada, but is Ben's guardian.
  barred: ['ofBen', 'ofNobody'],
  neighbour: shared,
  childless: [],
  student: shared,
  visitor: [],
  onPlatform: [],
  stranger: [],
}

test('each role sees its media, in list, URL, thumbnail and range alike, and other users see none', async ({
  platform,
}) => {
  const world = await makeWorld(platform)
  for (const [name, client] of Object.entries(world.callers)) {
    const seen = await seenBy(platform, world, client)
    expect({ name, seen }).toEqual({ name, seen: table[name as keyof World['callers']] })
  }
  for (const client of [world.callers.mother, world.callers.student]) {
    expect((await client.get('/api/media')).status).toBe(403)
    expect((await client.get('/api/media/folders')).status).toBe(403)
    expect((await sendPicture(client)).status).toBe(403)
    expect((await client.post('/api/media/deletions', { ids: [world.pictures.ofAda.id] })).status).toBe(403)
  }
  const { instructor } = world.callers
  expect((await sendPicture(instructor, { sessionId: world.others })).status).toBe(403)
  expect((await sendPicture(instructor)).status).toBe(403)
  expect((await instructor.post('/api/media/deletions', { ids: [world.pictures.ofBen.id] })).status).toBe(404)
  const moved = { sessionId: world.others }
  expect((await instructor.put(`/api/media/${world.pictures.ofAda.id}`, moved)).body).toMatchObject({
    fields: { sessionId: 'Choose a session that you lead' },
  })
})

test('a withdrawn consent, a restriction, a tag and a suspension hide images at once', async ({ platform }) => {
  const world = await makeWorld(platform)
  const { admin, answer, consents, ada, callers, pictures } = world
  const withoutAda = ['ofBen', 'ofNobody']
  await answer(world.father, ada.id, consents.photo, 'refused')
  expect(await seenBy(platform, world, callers.neighbour)).toEqual(withoutAda)
  expect(await seenBy(platform, world, callers.mother)).toEqual(withoutAda)
  expect((await admin.get('/api/media?sharing=withheld')).body).toMatchObject([{ id: pictures.ofAda.id }])
  expect((await callers.staff.get('/api/media?sharing=withheld')).status).toBe(403)
  expect((await callers.staff.get(`/api/media/${pictures.ofAda.id}`)).body).toMatchObject({
    isWithheld: null,
    students: [{ mayBeShown: null }],
  })
  expect((await share(admin, pictures.ofAdaPrivate.id, [ada.id])).body).toMatchObject({
    code: 'conflict',
    fields: { isPublic: '1 child on it lacks the consent to be shown to families: Ada King.' },
  })
  expect((await share(callers.staff, pictures.ofAdaPrivate.id, [ada.id])).body.message).toBe(
    'Not every child on it may be shown to families.',
  )
  await answer(world.father, ada.id, consents.photo, 'given')
  expect(await seenBy(platform, world, callers.neighbour)).toEqual(shared)

  await admin.post('/api/media/tags', { ids: [pictures.ofNobody.id], add: [ada.id] })
  expect(await seenBy(platform, world, callers.barred)).toEqual(['ofBen'])
  const { links } = ada
  const order = { kind: 'court-order', verifiedBy: 'Grace Hopper' }
  await create(admin, `/api/students/${ada.id}/guardians/${links[1]}/restrictions`, order)
  expect(await seenBy(platform, world, callers.father)).toEqual([])
  // A restricted guardian's answers no longer count, and the mother's consent stands.
  expect(await seenBy(platform, world, callers.neighbour)).toEqual(shared)

  expect((await admin.put(`/api/students/${world.ben.id}`, { isActive: false })).status).toBe(200)
  expect(await seenBy(platform, world, callers.neighbour)).toEqual(['ofBen'])
  await admin.post('/api/media/sharing', { ids: [pictures.ofBen.id], isPublic: false })
  expect(await seenBy(platform, world, callers.neighbour)).toEqual([])

  await platform.core.db.platform(systemActor, async (scope) => {
    await scope.trx('tenants').where({ id: world.organization.id }).update({ status: 'suspended' })
    await scope.core.invalidations.announce(scope, 'tenant', world.organization.id)
  })
  const answers = await Promise.all(
    [callers.mother, callers.admin, callers.student].map((client) => client.get(pictures.ofAda.fileUrl)),
  )
  expect(answers.map(({ status }) => status < 400)).toEqual([false, false, false])
})
