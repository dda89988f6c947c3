import type { SampleData } from '#core/server/sample-data.ts'
import { readOwnCourse } from './courses.ts'
import { insertOwnCourse } from './own.ts'

/** Sample course: published, without a cover, which would count as storage. It stays once someone is enrolled. */
export const sampleCourse: SampleData = {
  kinds: [
    {
      id: 'course',
      table: 'lms_courses',
      called: ['course', 'courses'],
      isInUse: 'exists (select from lms_enrollments e where e.course_id = r.id)',
    },
  ],
  add: async (scope) => {
    const course = readOwnCourse()
    const id = await insertOwnCourse(scope, { ...course, title: `${course.title} (sample)` }, null)
    return [{ kind: 'course', id }]
  },
}
