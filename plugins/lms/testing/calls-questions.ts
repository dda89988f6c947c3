import sharp from 'sharp'
import { create, randomText, type Call, type Calls, type World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'

const newQuestion = () => ({ id: crypto.randomUUID(), type: 'true_false', prompt: randomText(), isTrue: true })

/** Creates a bank of the organization with a question in it. */
async function createFilledBank({ organization }: World): Promise<{ by: Client; bank: string; question: string }> {
  const by = await organization.signIn('tenant_admin')
  const { id: bank } = await create<{ id: string }>(by, '/api/lms/question-banks', { name: randomText() })
  const { id: question } = await create<{ id: string }>(by, '/api/lms/questions', {
    bankId: bank,
    question: newQuestion(),
  })
  return { by, bank, question }
}

const onBank =
  (body?: () => object) =>
  async (world: World): Promise<Call> => {
    const { by, bank } = await createFilledBank(world)
    return { by, params: [bank], ...(body ? { body: body() } : {}), resource: 'question-bank', resourceId: bank }
  }

const onQuestion =
  (body?: object) =>
  async (world: World): Promise<Call> => {
    const { by, question } = await createFilledBank(world)
    return { by, params: [question], ...(body ? { body } : {}), resource: 'question', resourceId: question }
  }

/** Calls of each endpoint of question banks that changes data or takes an id. */
export const questionCalls: Calls = {
  'POST /api/lms/question-banks': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { name: randomText() },
    resource: 'question-bank',
  }),
  'GET /api/lms/question-banks/{id}': onBank(),
  'PUT /api/lms/question-banks/{id}': onBank(() => ({ name: 'Renamed' })),
  'DELETE /api/lms/question-banks/{id}': onBank(),
  'POST /api/lms/question-banks/{id}/restore': async (world) => {
    const { by, bank } = await createFilledBank(world)
    await by.delete(`/api/lms/question-banks/${bank}`)
    return { by, params: [bank], resource: 'question-bank', resourceId: bank }
  },
  'GET /api/lms/question-banks/{id}/questions': onBank(),
  'GET /api/lms/question-banks/{id}/tags': onBank(),
  'POST /api/lms/question-banks/{id}/copies': onBank(() => ({ questions: [newQuestion()] })),
  'POST /api/lms/question-banks/{id}/import': async (world) => ({
    ...(await onBank()(world)),
    query: { preview: 'false' },
    image: Buffer.from(`${randomText()} {TRUE}`),
  }),
  'GET /api/lms/question-banks/{id}/export': async (world) => ({
    ...(await onBank()(world)),
    query: { format: 'csv' },
  }),
  'POST /api/lms/question-pictures': async ({ organization }) => {
    const picture = sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    return {
      by: await organization.signIn('tenant_admin'),
      image: await picture.png().toBuffer(),
      resource: 'image',
    }
  },
  'POST /api/lms/questions': async (world) => {
    const { by, bank } = await createFilledBank(world)
    return { by, body: { bankId: bank, question: newQuestion() }, resource: 'question' }
  },
  'GET /api/lms/questions/{id}': onQuestion(),
  'PUT /api/lms/questions/{id}': onQuestion({ tags: ['robots'] }),
  'DELETE /api/lms/questions/{id}': onQuestion(),
  'POST /api/lms/questions/{id}/restore': async (world) => {
    const { by, question } = await createFilledBank(world)
    await by.delete(`/api/lms/questions/${question}`)
    return { by, params: [question], resource: 'question', resourceId: question }
  },
}
