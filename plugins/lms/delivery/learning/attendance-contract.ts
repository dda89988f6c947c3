import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { admins } from '../catalog/contract.ts'

/** Maximum users who are marked at once. */
const MAX_MARKED = 250

export const attendee = z.object({
  userId: id,
  name: z.string(),
  /** Time when they joined; null: not joined. */
  joinedAt: instant.nullable(),
  /** Seconds for which their page was open during the session. */
  attended: z.number().int(),
  /** An admin or instructor has marked them present. */
  isMarkedPresent: z.boolean(),
  isCompleted: z.boolean(),
})
export type Attendee = z.infer<typeof attendee>

const ofLesson = z.object({ courseId: id, lessonId: id })

/** Endpoints for attendance at live sessions. */
export const attendanceContract = {
  listLiveAttendance: endpoint({
    method: 'GET',
    path: '/api/tenant/courses/{courseId}/lessons/{lessonId}/attendance',
    summary: 'Who of the organization takes the course of a live session, and who was there, by name',
    access: admins,
    params: ofLesson,
    query: pagingQuery,
    response: z.array(attendee),
  }),
  markPresent: endpoint({
    method: 'POST',
    path: '/api/tenant/courses/{courseId}/lessons/{lessonId}/attendance',
    summary: 'Record attendance at a live session, which completes it for the learners; never one’s own',
    audit: 'course.attendance-marked',
    unaudited: 'If no learner is newly marked',
    access: admins,
    params: ofLesson,
    body: z.object({
      userIds: z.array(id).min(1, 'Choose who was there').max(MAX_MARKED, `At most ${MAX_MARKED}`),
    }),
    response: z.object({ marked: z.number().int() }),
  }),
} as const
