import { made, some, type Call, type Calls, type World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'

const written = () => ({ id: crypto.randomUUID(), type: 'true_false', prompt: some(), isTrue: true })

/** A bank of the organization with a question in it. */
async function filled({ organization }: World): Promise<{ by: Client; bank: string; question: string }> {
  const by = await organization.signIn('tenant_admin')
  const { id: bank } = await made<{ id: string }>(by, '/api/lms/question-banks', { name: some() })
  const { id: question } = await made<{ id: string }>(by, '/api/lms/questions', { bankId: bank, question: written() })
  return { by, bank, question }
}

const onBank =
  (body?: () => object) =>
  async (world: World): Promise<Call> => {
    const { by, bank } = await filled(world)
    return { by, params: [bank], ...(body ? { body: body() } : {}), resource: 'question-bank', resourceId: bank }
  }

const onQuestion =
  (body?: object) =>
  async (world: World): Promise<Call> => {
    const { by, question } = await filled(world)
    return { by, params: [question], ...(body ? { body } : {}), resource: 'question', resourceId: question }
  }

/** A call of each endpoint of question banks that changes something or takes an id. */
export const questionCalls: Calls = {
  'POST /api/lms/question-banks': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { name: some() },
    resource: 'question-bank',
  }),
  'GET /api/lms/question-banks/{id}': onBank(),
  'PUT /api/lms/question-banks/{id}': onBank(() => ({ name: 'Renamed' })),
  'DELETE /api/lms/question-banks/{id}': onBank(),
  'POST /api/lms/question-banks/{id}/restore': async (world) => {
    const { by, bank } = await filled(world)
    await by.delete(`/api/lms/question-banks/${bank}`)
    return { by, params: [bank], resource: 'question-bank', resourceId: bank }
  },
  'GET /api/lms/question-banks/{id}/questions': onBank(),
  'GET /api/lms/question-banks/{id}/tags': onBank(),
  'POST /api/lms/question-banks/{id}/copies': onBank(() => ({ questions: [written()] })),
  'POST /api/lms/question-banks/{id}/import': onBank(() => ({
    format: 'gift',
    text: `${some()} {TRUE}`,
    isPreview: false,
  })),
  'GET /api/lms/question-banks/{id}/export': async (world) => ({
    ...(await onBank()(world)),
    query: { format: 'csv' },
  }),
  'POST /api/lms/questions': async (world) => {
    const { by, bank } = await filled(world)
    return { by, body: { bankId: bank, question: written() }, resource: 'question' }
  },
  'GET /api/lms/questions/{id}': onQuestion(),
  'PUT /api/lms/questions/{id}': onQuestion({ tags: ['robots'] }),
  'DELETE /api/lms/questions/{id}': onQuestion(),
  'POST /api/lms/questions/{id}/restore': async (world) => {
    const { by, question } = await filled(world)
    await by.delete(`/api/lms/questions/${question}`)
    return { by, params: [question], resource: 'question', resourceId: question }
  },
}
