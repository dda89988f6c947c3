import { create, randomText, type Call, type Calls, type World } from '#core/testing/calls.ts'
import { addTool, buildTool, publishToolLesson } from '../integration/lti/testing/tool-double.ts'

/** Registers a tool that a lesson of a published course opens. */
async function createToolLesson({ organization }: World) {
  const by = await organization.signIn('tenant_admin')
  const tool = await addTool(by, { name: randomText() })
  return { by, tool, ...(await publishToolLesson(by, tool)) }
}

/** Calls of each endpoint of external tools that changes data or takes an id. */
export const ltiCalls: Calls = {
  'POST /api/tenant/lti/tools': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: buildTool({ name: randomText() }),
    resource: 'external_tool',
  }),
  'PUT /api/tenant/lti/tools/{id}': async (world) => {
    const { by, tool } = await createToolLesson(world)
    const body = buildTool({ name: randomText() })
    return { by, params: [tool.id], body, resource: 'external_tool', resourceId: tool.id }
  },
  'DELETE /api/tenant/lti/tools/{id}': async (world) => {
    const { by, tool } = await createToolLesson(world)
    return { by, params: [tool.id], resource: 'external_tool', resourceId: tool.id }
  },
  'POST /api/tenant/lti/tools/{id}/choices': async (world): Promise<Call> => {
    const { by, tool, lessonId } = await createToolLesson(world)
    return { by, params: [tool.id], body: { lessonId } }
  },
  'GET /api/tenant/lti/choices/{id}': async (world): Promise<Call> => {
    const { by, tool, lessonId } = await createToolLesson(world)
    const path = `/api/tenant/lti/tools/${tool.id}/choices`
    return { by, params: [(await create<{ id: string }>(by, path, { lessonId })).id] }
  },
  'POST /api/tenant/lessons/{lessonId}/tool': async (world): Promise<Call> => {
    const { id, lessonId } = await createToolLesson(world)
    const by = await world.organization.signIn('student')
    await by.post(`/api/tenant/courses/${id}/enroll`)
    return { by, params: [lessonId] }
  },
}
