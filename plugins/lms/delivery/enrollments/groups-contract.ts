import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { learners } from '../catalog/contract.ts'

const admins = { ...learners, who: ['tenant_admin'] } as const

export const groupCourse = z.object({
  courseId: id,
  title: z.string(),
  /** Number of members who take the course. */
  enrolled: z.number().int(),
  /** Number of members with an account who do not: they joined the group later. */
  missing: z.number().int(),
  /** Number of former members who take it because of this group alone, and have nothing on record. */
  leftBehind: z.number().int(),
})
export type GroupCourse = z.infer<typeof groupCourse>

export const newGroupCourse = z.object({ courseId: z.uuid('Choose a course') })

const ofGroup = z.object({ id })
const ofCourse = z.object({ id, courseId: id })

export const groupCoursesContract = {
  listGroupCourses: endpoint({
    method: 'GET',
    path: '/api/groups/{id}/courses',
    summary: 'Courses that a group is assigned to, by title',
    access: admins,
    params: ofGroup,
    query: pagingQuery,
    response: z.array(groupCourse),
  }),
  assignGroup: endpoint({
    method: 'POST',
    path: '/api/groups/{id}/courses',
    summary: 'Assign a group to a course for students: members with an account are enrolled, whatever comes before it',
    audit: 'course.group-assigned',
    unaudited: 'Where it is assigned already and all members are enrolled, nothing is changed',
    access: admins,
    params: ofGroup,
    body: newGroupCourse,
    response: groupCourse,
  }),
  enrollGroupMembers: endpoint({
    method: 'POST',
    path: '/api/groups/{id}/courses/{courseId}/enrollments',
    summary: 'Enroll members who joined the group after it was assigned to the course',
    audit: 'course.group-enrolled',
    unaudited: 'Where all members are enrolled, nothing is changed',
    access: admins,
    params: ofCourse,
    response: groupCourse,
  }),
  unenrollFormerMembers: endpoint({
    method: 'DELETE',
    path: '/api/groups/{id}/courses/{courseId}/enrollments',
    status: 200,
    summary: 'Unenroll former members who take the course because of this group alone and have nothing on record',
    audit: 'course.group-unenrolled',
    unaudited: 'Where there are none, nothing is changed',
    access: admins,
    params: ofCourse,
    response: groupCourse,
  }),
  endGroupCourse: endpoint({
    method: 'DELETE',
    path: '/api/groups/{id}/courses/{courseId}',
    summary: 'End the assignment of a group to a course; its members stay enrolled',
    audit: 'course.group-unassigned',
    access: admins,
    params: ofCourse,
    response: 'none',
  }),
} as const
