import { z } from 'zod'
import { defineEvent } from '#core/server/events/events.ts'

/** Emitted when an author sets a course to published, whatever it was before. */
export const coursePublished = defineEvent('lms.course-published', z.object({ courseId: z.uuid() }))
