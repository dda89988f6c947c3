import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { fileForm, sendImage } from '#core/testing/upload.ts'
import { lms } from '../../../plugin.ts'
import { forgetCourses } from '../../../delivery/catalog/server/delete-expired-courses.ts'
import { publishQuiz } from '../../../testing/quizzes.ts'
import { forgetQuestionPictures } from './question-pictures.ts'

const test = pluginTest([lms])

const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0f766e' } })
  .png()
  .toBuffer()

const send = (by: Client, bytes: Uint8Array = picture) =>
  by.request('POST', '/api/lms/question-pictures', fileForm(bytes))
const upload = async (by: Client): Promise<string> => (await send(by)).body.imageUrl
const ask = (...urls: string[]) => ({
  id: randomUUID(),
  type: 'true_false',
  prompt: 'Does it turn?',
  isTrue: true,
  pictures: urls.map((imageUrl) => ({ imageUrl, alt: 'A motor' })),
})

test('authors upload pictures, which are checked by content; other users cannot', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  expect(await send(admin)).toMatchObject({ status: 201, body: { imageUrl: expect.stringMatching('^/api/images/') } })
  expect((await send(admin, Buffer.from('<svg onload="alert(1)">'))).status).toBe(400)
  for (const role of ['instructor', 'parent', 'student'] as const) {
    expect((await send(await organization.signIn(role))).status).toBe(403)
  }
  const operator = await platform.superAdmin()
  const ofPlatform = await upload(operator)
  expect((await operator.get(ofPlatform)).status).toBe(200)
  expect((await admin.get(ofPlatform)).status).toBe(404)
})

test('deletes a picture a week after its last use, but not one that versions or deleted questions show', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [unsaved, replaced, published, deleted, cover] = [
    await upload(admin),
    await upload(admin),
    await upload(admin),
    await upload(admin),
    await upload(admin),
  ]
  const { id: bankId } = await create<{ id: string }>(admin, '/api/lms/question-banks', { name: 'Motors' })
  const { id } = await create<{ id: string }>(admin, '/api/lms/questions', { bankId, question: ask(replaced) })
  const gone = await create<{ id: string }>(admin, '/api/lms/questions', { bankId, question: ask(deleted) })
  const { lessonId } = await publishQuiz(admin, { questions: [ask(published)] })
  await create(admin, '/api/lms/courses', { title: 'Motors', imageUrl: cover })
  const pass = async (days: number) => {
    platform.clock.forward(days * 86_400_000)
    await forgetQuestionPictures.perform(platform.core, null, {})
  }
  const urls = [unsaved, replaced, published, deleted, cover]
  // Signs in anew, as sessions end within days.
  const seen = async () => {
    const by = await organization.signIn('tenant_admin')
    return Promise.all(urls.map(async (url) => (await by.get(url)).status))
  }
  await pass(0)
  await admin.put(`/api/lms/questions/${id}`, { question: { ...ask(), id } })
  await admin.delete(`/api/lms/questions/${gone.id}`)
  await admin.put(`/api/lms/lessons/${lessonId}/content`, { contentType: 'quiz', details: { questions: [ask()] } })
  await pass(1)
  expect(await seen()).toEqual([200, 200, 200, 200, 200])
  await pass(6)
  expect(await seen()).toEqual([404, 200, 200, 200, 200])
  const put = async (question: object) =>
    (await organization.signIn('tenant_admin')).put(`/api/lms/questions/${id}`, { question: { ...question, id } })
  expect((await put(ask(replaced))).status).toBe(200)
  await pass(1)
  expect((await put(ask())).status).toBe(200)
  await pass(0)
  await pass(6)
  expect(await seen()).toEqual([404, 200, 200, 200, 200])
  await pass(1)
  expect(await seen()).toEqual([404, 404, 200, 200, 200])
})

test('a question keeps its picture when a course with the same cover is removed', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [shared, cover] = [await upload(admin), (await sendImage(admin, picture)).body.imageUrl]
  const { id: bankId } = await create<{ id: string }>(admin, '/api/lms/question-banks', { name: 'Motors' })
  await create(admin, '/api/lms/questions', { bankId, question: ask(shared) })
  for (const imageUrl of [shared, cover]) {
    const { id } = await create<{ id: string }>(admin, '/api/lms/courses', { title: 'Motors', imageUrl })
    expect((await admin.delete(`/api/lms/courses/${id}`)).status).toBe(204)
  }
  platform.clock.forward(31 * 86_400_000)
  await forgetCourses.perform(platform.core, null, {})
  const again = await organization.signIn('tenant_admin')
  expect([(await again.get(shared)).status, (await again.get(cover)).status]).toEqual([200, 404])
})

test('a question keeps a cover until it no longer shows it', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const uploadCover = async () => (await sendImage(admin, picture)).body.imageUrl
  const [banked, inVersion] = [await uploadCover(), await uploadCover()]
  const { id: bankId } = await create<{ id: string }>(admin, '/api/lms/question-banks', { name: 'Motors' })
  const { id: questionId } = await create<{ id: string }>(admin, '/api/lms/questions', {
    bankId,
    question: ask(banked),
  })
  const { id: originalId } = await create<{ id: string }>(admin, '/api/lms/courses', { title: 'A', imageUrl: banked })
  const { id: copiedFrom } = await publishQuiz(admin, { questions: [ask(inVersion)] })
  await admin.put(`/api/lms/courses/${copiedFrom}`, { imageUrl: inVersion })
  const duplicated = (await admin.post(`/api/lms/courses/${copiedFrom}/duplicate`, {})).body
  const [copiedLesson] = (await admin.get(`/api/lms/courses/${duplicated.id}/lessons`)).body
  const { details } = (await admin.get(`/api/lms/lessons/${copiedLesson.id}/content`)).body
  const copied = details.questions[0]
  // The copy's cover is a separate image, which its questions show too.
  expect(copied.pictures[0].imageUrl).toBe(duplicated.imageUrl)
  await create(admin, `/api/lms/question-banks/${bankId}/copies`, { questions: [copied] })
  for (const id of [originalId, duplicated.id]) {
    expect((await admin.delete(`/api/lms/courses/${id}`)).status).toBe(204)
  }
  const pass = async (days: number) => {
    platform.clock.forward(days * 86_400_000)
    await forgetCourses.perform(platform.core, null, {})
    await forgetQuestionPictures.perform(platform.core, null, {})
  }
  await pass(31)
  await pass(8)
  const again = await organization.signIn('tenant_admin')
  const see = async (url: string) => (await again.get(url)).status
  expect([await see(banked), await see(inVersion), await see(duplicated.imageUrl)]).toEqual([200, 200, 200])
  await again.put(`/api/lms/questions/${questionId}`, { question: { ...ask(), id: questionId } })
  await pass(0)
  await pass(8)
  const later = await organization.signIn('tenant_admin')
  expect((await later.get(banked)).status).toBe(404)
})
