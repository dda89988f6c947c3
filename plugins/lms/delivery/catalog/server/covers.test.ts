import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { sendImage } from '#core/testing/upload.ts'
import { lms } from '../../../plugin.ts'
import { publishCourse, writeCourse } from '../../../testing/courses.ts'
import { publishQuiz } from '../../../testing/quizzes.ts'

const test = pluginTest([lms])

const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0f766e' } })
  .png()
  .toBuffer()

const upload = async (by: Client): Promise<string> => (await sendImage(by, picture)).body.imageUrl

test('a picture of the platform is visible to users who find its course, in the version that they get', async ({
  platform,
}) => {
  const operator = await platform.superAdmin()
  const organization = await platform.organization()
  const [teacher, student] = [await organization.signIn('instructor'), await organization.signIn('student')]
  const [first, second, unused] = [await upload(operator), await upload(operator), await upload(operator)]
  const { id } = await publishCourse(operator, { title: 'Safeguarding', imageUrl: first })
  await writeCourse(operator, { title: 'Not yet', imageUrl: unused })
  const seen = (by: Client) =>
    Promise.all([first, second, unused].map(async (imageUrl) => (await by.get(imageUrl)).status))
  expect(await seen(teacher)).toEqual([200, 404, 404])
  expect(await seen(student)).toEqual([404, 404, 404])
  expect(await seen(organization.client())).toEqual([404, 404, 404])

  await teacher.post(`/api/tenant/courses/${id}/enroll`)
  await operator.put(`/api/lms/courses/${id}`, { imageUrl: second })
  await operator.put(`/api/lms/courses/${id}`, { status: 'published' })
  expect(await seen(teacher)).toEqual([200, 404, 404])
  expect(await seen(await organization.signIn('instructor'))).toEqual([404, 200, 404])
  await operator.put(`/api/lms/courses/${id}`, { status: 'draft' })
  expect(await seen(teacher)).toEqual([200, 404, 404])
  expect(await seen(await organization.signIn('instructor'))).toEqual([404, 404, 404])
})

test('learners see the pictures in questions of a platform course, including its pools, and no others', async ({
  platform,
}) => {
  const operator = await platform.superAdmin()
  const organization = await platform.organization()
  const [teacher, student] = [await organization.signIn('instructor'), await organization.signIn('student')]
  const [own, drawn, unused] = [await upload(operator), await upload(operator), await upload(operator)]
  const ask = (imageUrl: string) => ({
    id: randomUUID(),
    type: 'true_false',
    prompt: 'Does it turn?',
    isTrue: true,
    pictures: [{ imageUrl, alt: 'A motor' }],
  })
  const bank = await create<{ id: string }>(operator, '/api/lms/question-banks', { name: 'Motors' })
  await create(operator, '/api/lms/questions', { bankId: bank.id, question: ask(drawn) })
  const pool = { id: randomUUID(), bankId: bank.id, name: 'Motors', count: 1 }
  const details = { questions: [ask(own)], pools: [pool] }
  await publishQuiz(operator, details, { audience: 'instructors' })
  const seen = (by: Client) =>
    Promise.all([own, drawn, unused].map(async (imageUrl) => (await by.get(imageUrl)).status))
  expect(await seen(teacher)).toEqual([200, 200, 404])
  expect(await seen(student)).toEqual([404, 404, 404])

  const admin = await organization.signIn('tenant_admin')
  await publishQuiz(admin, { questions: [ask(unused)] })
  expect((await teacher.get(unused)).status).toBe(404)
})
