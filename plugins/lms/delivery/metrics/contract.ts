import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'

export const courseMetrics = z.object({
  /** Courses of the platform, in every status. */
  totalCourses: z.number().int(),
  /** Minutes of the platform's published courses, in hours, rounded. */
  totalHours: z.number().int(),
  /** Enrollments across all organizations. */
  totalEnrollments: z.number().int(),
  /** Percent of all enrollments, rounded; 0 without any. */
  completionRate: z.number().int(),
})
export type CourseMetrics = z.infer<typeof courseMetrics>

export const metricsContract = {
  courseMetrics: endpoint({
    method: 'GET',
    path: '/api/dashboard/course-metrics',
    summary: 'How many courses there are, how long they take, and how many people take and complete them',
    access: { who: ['superadmin'], hosts: 'platform', scope: 'platform' },
    response: courseMetrics,
  }),
} as const
