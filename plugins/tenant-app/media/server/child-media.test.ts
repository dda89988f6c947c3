import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '../../plugin.ts'
import { buildStudent } from '../../testing/factories.ts'
import { askForMedia, putPicture, share } from '../../testing/media.ts'
import { scheduleSession } from '../../testing/sessions.ts'

const test = pluginTest([audit, tenantApp])

test('a family sees media with its child and of the child’s sessions, and none of another child', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [mother, neighbour, student] = [
    await organization.signIn('parent'),
    await organization.signIn('parent'),
    await organization.signIn('student'),
  ]
  const ada = await buildStudent(platform, organization, {
    guardians: [mother.user?.id ?? ''],
    userId: student.user?.id ?? '',
  })
  const ben = await buildStudent(platform, organization, { firstName: 'Ben', guardians: [neighbour.user?.id ?? ''] })
  for (const consent of Object.values(await askForMedia(admin))) {
    await create(mother, `/api/children/${ada.id}/consents/${consent}`, { answer: 'given', version: 1 })
  }
  const instructorId = (await organization.user('instructor')).id
  const hers = await scheduleSession(platform, admin, { instructorId })
  const others = await scheduleSession(platform, admin, { instructorId, inMinutes: 2880 })
  await create(admin, `/api/sessions/${hers}/participants`, { studentIds: [ada.id] })
  for (const [filename, sessionId, on] of [
    ['of-ada.jpg', others, [ada.id]],
    ['of-her-session.jpg', hers, []],
    ['of-another-session.jpg', others, []],
  ] as const) {
    const { id } = await putPicture(admin, { sessionId, filename })
    expect((await share(admin, id, [...on])).body).toMatchObject({ isPublic: true })
  }
  const seen = async (by: Client, studentId: string) => {
    const { body } = await by.get(`/api/media/shared?studentId=${studentId}`)
    return body.map(({ fileName }: { fileName: string }) => fileName.split('.')[0])
  }
  expect(await seen(mother, ada.id)).toEqual(['of-her-session', 'of-ada'])
  expect(await seen(student, ada.id)).toEqual(['of-her-session', 'of-ada'])
  expect(await seen(neighbour, ada.id)).toEqual([])
  expect(await seen(mother, ben.id)).toEqual([])
})
