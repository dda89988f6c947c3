import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id } from '#core/contract/fields.ts'
import { launched } from '../../authoring/tools/contract.ts'
import { learners } from '../../delivery/catalog/contract.ts'

export const ltiContract = {
  openLessonTool: endpoint({
    method: 'POST',
    path: '/api/tenant/lessons/{lessonId}/tool',
    status: 201,
    summary: 'Open the external tool of a lesson: an address for the browser to go to, within some minutes',
    unaudited: 'Opening a lesson changes nothing; scores that follow are recorded',
    access: { ...learners, hosts: 'tenant', sessionOnly: true },
    params: z.object({ lessonId: id }),
    response: launched,
    errors: [403, 409],
  }),
} as const
