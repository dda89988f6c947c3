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
      isInUse: 'exists (select from lms_enrollments e where e.course_id_owner = r.owner and e.course_id = r.id)',
    },
  ],
  deleteAdded: [
    `delete from files f using lms_files l
      where l.owner = f.owner and l.id = f.id and l.course_id in (select row_id from sample_rows where kind = 'course')
        and not exists (select from lms_enrollments e
          where e.course_id_owner = l.course_id_owner and e.course_id = l.course_id)`,
  ],
  add: async (scope) => {
    const course = readOwnCourse()
    const id = await insertOwnCourse(scope, { ...course, title: `${course.title} (sample)` }, null)
    return [{ kind: 'course', id }]
  },
}
