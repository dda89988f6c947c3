import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { lms } from '../../../plugin.ts'
import { newQuestions } from '../testing/questions.ts'

const test = pluginTest([audit, lms])

const banks = '/api/lms/question-banks'
const createBank = async (client: Client, name: string) => (await client.post(banks, { name })).body
const addQuestion = (client: Client, bankId: string, question: object, tags: string[] = []) =>
  client.post('/api/lms/questions', { bankId, question, tags })
const listPrompts = async (client: Client, bankId: string, query = '') =>
  (await client.get(`${banks}/${bankId}/questions?${query}`)).body.map(
    ({ question }: { question: { prompt: string } }) => question.prompt,
  )

test('a bank stores questions of every type as they were written', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const { id } = await createBank(admin, 'Robots')
  for (const written of newQuestions()) {
    const { status, body } = await addQuestion(admin, id, written, ['Safety', 'safety', ' Year 1 '])
    expect(status, JSON.stringify(body)).toBe(201)
    const { id: _, ...kept } = written
    expect(body).toMatchObject({ bankId: id, tags: ['safety', 'Year 1'], question: { ...kept, id: body.id } })
    expect((await admin.get(`/api/lms/questions/${body.id}`)).body).toEqual(body)
  }
  expect((await admin.get(`${banks}/${id}`)).body.questionCount).toBe(newQuestions().length)
  expect((await admin.get(`${banks}/${id}/tags`)).body).toEqual(['Year 1', 'safety'])
  const { options } = newQuestions()[0] as { options: object[] }
  const wrong = options.map((option) => ({ ...option, isRight: false }))
  expect(await addQuestion(admin, id, { ...newQuestions()[0], options: wrong })).toMatchObject({
    status: 400,
    body: { fields: { 'question.options': 'Mark exactly one answer as right' } },
  })
})

test('questions of a bank are searched, filtered and paged', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const { id } = await createBank(admin, 'Robots')
  const statement = (prompt: string) => ({ id: crypto.randomUUID(), type: 'true_false', prompt, isTrue: true })
  await addQuestion(admin, id, statement('Batteries [b]burn[/b] at 100%'), ['safety'])
  await addQuestion(admin, id, statement('Motors turn'))
  await addQuestion(admin, id, { id: crypto.randomUUID(), type: 'long_text', prompt: 'Why?' }, ['safety'])
  const log = await platform.core.db.platform(systemActor, ({ trx }) => trx('audit_logs').pluck('description'))
  expect(log).toContain('Added the question Batteries burn at 100%')
  expect(await listPrompts(admin, id)).toEqual(['Batteries [b]burn[/b] at 100%', 'Motors turn', 'Why?'])
  expect(await listPrompts(admin, id, 'search=burn at 100%25')).toEqual(['Batteries [b]burn[/b] at 100%'])
  expect(await listPrompts(admin, id, 'type=long_text')).toEqual(['Why?'])
  expect(await listPrompts(admin, id, 'tag=safety&limit=1&offset=1')).toEqual(['Why?'])
  const page = await admin.get(`${banks}/${id}/questions?limit=1`)
  expect(page.headers['x-total-count']).toBe('3')
})

test('banks are visible to their owner alone: the platform, or one organization', async ({ platform }) => {
  const [mine, other] = [await platform.organization(), await platform.organization()]
  const admin = await mine.signIn('tenant_admin')
  const operator = await platform.superAdmin()
  const { id } = await createBank(admin, 'Ours')
  const ofPlatform = await createBank(operator, 'Of the platform')
  const question = { id: crypto.randomUUID(), type: 'true_false', prompt: 'Right?', isTrue: true }
  const { id: questionId } = (await addQuestion(admin, id, question)).body
  for (const client of [operator, await other.signIn('tenant_admin')]) {
    expect((await client.get(`${banks}/${id}`)).status).toBe(404)
    expect((await client.get(`${banks}/${id}/questions`)).status).toBe(404)
    expect((await addQuestion(client, id, question)).status).toBe(404)
    expect((await client.put(`/api/lms/questions/${questionId}`, { tags: ['mine'] })).status).toBe(404)
  }
  expect((await admin.get(banks)).body.map(({ name }: { name: string }) => name)).toEqual(['Ours'])
  expect((await addQuestion(admin, ofPlatform.id, question)).status).toBe(404)
  for (const role of ['instructor', 'parent', 'student'] as const) {
    expect((await (await mine.signIn(role)).get(banks)).status).toBe(403)
  }
})

test('the second of two editors gets a conflict, and the first one’s changes stay', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const { id } = await createBank(admin, 'Robots')
  const question = { id: crypto.randomUUID(), type: 'true_false', prompt: 'Draft', isTrue: true }
  const made = (await addQuestion(admin, id, question)).body
  const change = (prompt: string) =>
    admin.put(`/api/lms/questions/${made.id}`, { question: { ...question, prompt }, updatedAt: made.updatedAt })
  const answers = await Promise.all([change('First'), change('Second')])
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
  const won = answers.find(({ status }) => status === 200)?.body.question.prompt
  expect(await listPrompts(admin, id)).toEqual([won])
})

test('deleted banks and questions can be restored as they were for 30 days', async ({ platform }) => {
  const organization = await platform.organization()
  const { id } = await createBank(await organization.signIn('tenant_admin'), 'Robots')
  const admin = await organization.signIn('tenant_admin')
  const { id: questionId } = (await addQuestion(admin, id, newQuestions()[0] ?? {}, ['safety'])).body
  const whole = (await admin.get(`/api/lms/questions/${questionId}`)).body
  await admin.delete(`/api/lms/questions/${questionId}`)
  expect(await listPrompts(admin, id)).toEqual([])
  await admin.delete(`${banks}/${id}`)
  // The bank is deleted: the question cannot be restored into it.
  expect((await admin.post(`/api/lms/questions/${questionId}/restore`)).status).toBe(404)
  expect((await admin.post(`${banks}/${id}/restore`)).body).toMatchObject({ name: 'Robots', questionCount: 0 })
  expect((await admin.post(`/api/lms/questions/${questionId}/restore`)).body).toEqual(whole)
  await admin.delete(`${banks}/${id}`)
  platform.clock.forward(31 * 86_400_000)
  const later = await organization.signIn('tenant_admin')
  expect((await later.post(`${banks}/${id}/restore`)).status).toBe(404)
})

test('all copies go into a bank or none, up to its maximum', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const { id } = await createBank(admin, 'Robots')
  const questions = Array.from({ length: 200 }, (_, index) => ({
    id: crypto.randomUUID(),
    type: 'true_false',
    prompt: `Statement ${index}`,
    isTrue: true,
  }))
  const copy = (body: object) => admin.post(`${banks}/${id}/copies`, body)
  expect((await copy({ questions: [...questions.slice(1), { ...questions[0], prompt: '' }] })).status).toBe(400)
  for (const count of [200, 400, 600, 800]) {
    expect((await copy({ questions })).body.questionCount).toBe(count)
  }
  const answers = await Promise.all([copy({ questions }), copy({ questions })])
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 409]))
  expect(await listPrompts(admin, id, 'limit=3&offset=199')).toEqual(['Statement 199', 'Statement 0', 'Statement 1'])
})
