import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id } from '#core/contract/fields.ts'
import { admins, staff } from '../../contract.ts'
import { newMembers } from '../../base/groups/contract.ts'

const ofGroup = z.object({ id })

export const groupPlacesContract = {
  countGroupSessions: endpoint({
    method: 'GET',
    path: '/api/groups/{id}/sessions',
    summary: 'How many upcoming sessions a group is registered for, or those where a student has a place by it alone',
    access: staff,
    params: ofGroup,
    query: z.object({ studentId: id.optional() }),
    response: z.object({ count: z.number().int() }),
  }),
  giveGroupPlaces: endpoint({
    method: 'POST',
    path: '/api/groups/{id}/sessions/members',
    summary: 'Register members for the upcoming sessions that their group is registered for',
    audit: 'session.students-registered',
    unaudited: 'Where all of them are registered already, nothing is changed',
    access: admins,
    params: ofGroup,
    body: newMembers.pick({ studentIds: true }),
    response: z.object({
      sessions: z.number().int(),
      registered: z.number().int(),
      waitlisted: z.number().int(),
    }),
  }),
  endGroupPlaces: endpoint({
    method: 'DELETE',
    path: '/api/groups/{id}/sessions/members/{studentId}',
    status: 200,
    summary: 'Remove a student from upcoming sessions where the group alone holds the place',
    audit: 'session.student-removed',
    unaudited: 'Where other reasons hold all places, they stay',
    access: admins,
    params: z.object({ id, studentId: id }),
    response: z.object({ sessions: z.number().int() }),
  }),
} as const
