import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id } from '#core/contract/fields.ts'

const projectName = z.object({ id, title: z.string() })

export const projectsContract = {
  trainedProjects: endpoint({
    method: 'GET',
    path: '/api/tenant/training-projects',
    summary: 'Projects of whose sessions’ leaders courses can be required',
    access: { who: ['tenant_admin'], hosts: 'both', scope: 'tenant' },
    response: z.array(projectName),
  }),
} as const
