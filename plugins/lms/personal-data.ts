import {
  freeJson,
  freeText,
  givenPart,
  gone,
  nothing,
  personDeleted,
  personKept,
  type PersonalData,
} from '#core/server/personal-data.ts'
import { attemptTables, givenAccommodations, givenAttempts } from './assessment/attempts/server/tables.ts'
import { givenGrades, givenGradingComments, gradingTables } from './assessment/grading/server/tables.ts'
import { certificateTables, forgettingHolder, givenCertificates } from './certificates/server/tables.ts'
import {
  discussionTables,
  givenHolds,
  givenMailChoice,
  givenPosts,
  givenRemoved,
  givenReports,
} from './discussions/server/tables.ts'
import { givenWork, workTable } from './assessment/work/server/tables.ts'
import { givenHandIns, handInTables, passedOnToTeams } from './assessment/handins/server/tables.ts'
import { givenToolScores, ltiTables } from './integration/lti/server/tables.ts'
import { embeddedTables } from './embedded/server/personal-data.ts'

/** Personal data in courses: names in their texts. */
export const lmsPersonalData: PersonalData = {
  tables: {
    lms_courses: {
      called: 'courses',
      staysSince: 'Courses stay when the person who teaches them has left.',
      columns: {
        title: freeText,
        description: freeText,
        long_description: freeText,
        instructor_id: personKept('user'),
        category: nothing,
        image_url: nothing,
        currency: nothing,
        learning_objectives: freeJson,
        prerequisites: freeJson,
        tags: freeJson,
        language: nothing,
        original_project_id: nothing,
        original_edition: nothing,
        owner: nothing,
        search: nothing,
      },
    },
    lms_chapters: {
      called: 'chapters of courses',
      columns: {
        title: freeText,
        description: freeText,
        after_ids: nothing,
        origin_id: nothing,
        owner: nothing,
        course_id_owner: nothing,
      },
    },
    lms_lessons: {
      called: 'lessons of courses',
      columns: {
        title: freeText,
        description: freeText,
        content: freeJson,
        details: freeJson,
        content_url: nothing,
        after_ids: nothing,
        origin_id: nothing,
        owner: nothing,
        course_id_owner: nothing,
        chapter_id_owner: nothing,
      },
    },
    lms_files: {
      called: 'files of courses',
      columns: { name: freeText, package: freeJson, owner: nothing, search: nothing, course_id_owner: nothing },
    },
    lms_version_files: {
      called: 'files of published courses',
      columns: { version_id: nothing, owner: nothing, lesson_ids: nothing, file_id_owner: nothing },
    },
    lms_question_pictures: { called: 'pictures of questions', columns: { id: nothing, owner: nothing } },
    lms_course_imports: {
      called: 'imports of courses',
      columns: { name: freeText, message: freeText, course_id: nothing, user_id: personDeleted('user') },
    },
    lms_course_versions: {
      called: 'published versions of courses',
      columns: {
        title: freeText,
        description: freeText,
        category: nothing,
        image_url: nothing,
        picture_urls: nothing,
        language: nothing,
        outline: freeJson,
        changes: freeJson,
        owner: nothing,
        course_id_owner: nothing,
        search: nothing,
      },
    },
    lms_lesson_contents: {
      called: 'published contents of lessons',
      columns: {
        lesson_id: nothing,
        edition: nothing,
        body: freeJson,
        details: freeJson,
        owner: nothing,
        course_id_owner: nothing,
      },
    },
    lms_question_banks: {
      called: 'question banks',
      columns: { name: freeText, description: freeText, owner: nothing, search: nothing },
    },
    lms_questions: {
      called: 'questions of banks',
      columns: {
        question: freeJson,
        tags: freeJson,
        type: nothing,
        owner: nothing,
        bank_id_owner: nothing,
        search: nothing,
      },
    },
    lms_course_groups: { called: 'courses of groups', columns: { group_id: nothing, course_id_owner: nothing } },
    lms_enrollment_groups: {
      called: 'groups by which learners are enrolled',
      columns: { enrollment_id: nothing, group_id: nothing },
    },
    lms_enrollments: {
      called: 'enrollments in courses',
      columns: { user_id: personDeleted('user'), course_id_owner: nothing },
    },
    lms_lesson_notes: {
      called: 'notes beside lessons',
      columns: { user_id: personDeleted('user'), enrollment_id: nothing, lesson_id: nothing, text: gone },
    },
    lms_lesson_progress: {
      called: 'progress in lessons',
      columns: { user_id: personDeleted('user'), course_id: nothing, lesson_id: nothing, state: gone },
    },
    lms_learning_log: {
      called: 'what was learned, and when',
      forgottenBy: 'erase_in_learning_log',
      columns: { user_id: personDeleted('user'), enrollment_id: nothing, course_id: nothing, lesson_id: nothing },
    },
    lms_work: workTable,
    lms_regrades: {
      called: 'quizzes that were graded again',
      staysSince: 'Scores follow from it.',
      columns: {
        course_id: nothing,
        lesson_id: nothing,
        edition: nothing,
        rules: nothing,
        after_id: nothing,
        reason: nothing,
        started_by: personKept('user'),
      },
    },
    ...gradingTables,
    lms_course_reviews: {
      called: 'reviews of courses',
      columns: { user_id: personDeleted('user'), comment: gone, course_id_owner: nothing },
    },
    lms_course_rules: {
      called: 'decisions about courses',
      columns: { course_id_owner: nothing, project_ids: nothing },
    },
    lms_project_leads: {
      called: 'leaders of projects',
      columns: { user_id: personDeleted('user'), project_id: nothing },
    },
    lms_training_reminders: {
      called: 'reminders of training',
      columns: { user_id: personDeleted('user') },
    },
    lms_training_notes: {
      called: 'notes on training',
      columns: { user_id: personDeleted('user'), module_id: nothing, notes: gone },
    },
    lms_training_mails: { called: 'days of emails about training', columns: {} },
    lms_opening_mails: { called: 'days of emails about what opens', columns: {} },
    lms_training_settings: { called: 'settings of training', columns: {} },
    lms_course_requirements: {
      called: 'courses that come before others',
      columns: { owner: nothing, course_id_owner: nothing, required_id_owner: nothing },
    },
    ...embeddedTables,
    ...ltiTables,
    ...certificateTables,
    ...handInTables,
    ...attemptTables,
    ...discussionTables,
  },
  before: { user: [forgettingHolder, ...passedOnToTeams] },
  given: [
    givenPart(
      'courses',
      'Courses',
      ['lms_enrollments'],
      `select v.title as course, e.enrolled_at as "enrolledAt", e.progress, e.completed_at as "completedAt"
        from lms_enrollments e join lms_course_versions v on v.owner = e.course_id_owner and v.course_id = e.course_id
          and v.number = e.version
        where e.user_id = $userId order by e.enrolled_at`,
    ),
    givenPart(
      'lesson-notes',
      'Notes beside lessons',
      ['lms_lesson_notes'],
      `select v.title as course, coalesce(l.title, '') as lesson, n.second, n.text, n.created_at as "createdAt",
          n.updated_at as "updatedAt"
        from lms_lesson_notes n join lms_enrollments e on e.tenant_id = n.tenant_id and e.id = n.enrollment_id
          join lms_course_versions v on v.owner = e.course_id_owner and v.course_id = e.course_id and v.number = e.version
          left join lms_lessons l on l.owner = e.course_id_owner and l.id = n.lesson_id
        where n.user_id = $userId order by n.created_at, n.id`,
    ),
    givenPart(
      'training-notes',
      'Notes on training',
      ['lms_training_notes'],
      `select coalesce((select h.title from lms_chapters h where h.origin_id = n.module_id order by h.id limit 1), '') as module,
          n.notes, n.updated_at as "updatedAt"
        from lms_training_notes n where n.user_id = $userId order by n.updated_at, n.module_id`,
    ),
    givenPart(
      'lessons',
      'Progress in lessons',
      ['lms_lesson_progress'],
      `select v.title as course, l ->> 'title' as lesson, p.cycle, p.opened_at as "openedAt", p.completed_at as "completedAt",
          p.how, p.place, p.page, p.covered_seconds as "secondsPlayed", p.seconds_spent as "secondsSpent",
          p.joined_at as "joinedAt", p.attended_seconds as "secondsAttended", p.is_marked_present as "isMarkedPresent", p.state
        from lms_lesson_progress p join lms_enrollments e on e.tenant_id = p.tenant_id and e.id = p.enrollment_id
          join lms_course_versions v on v.owner = e.course_id_owner and v.course_id = e.course_id and v.number = e.version
          left join lateral jsonb_array_elements(v.outline -> 'lessons') l on l ->> 'id' = p.lesson_id::text
        where p.user_id = $userId order by p.opened_at`,
    ),
    givenPart(
      'learning',
      'What was learned, and when',
      ['lms_learning_log'],
      `select v.title as course, l ->> 'title' as lesson, g.what, g.how, g.cycle, g.version, g.happened_at as "happenedAt"
        from lms_learning_log g
          left join lms_enrollments e on e.tenant_id = g.tenant_id and e.id = g.enrollment_id
          left join lms_course_versions v on v.owner = e.course_id_owner and v.course_id = g.course_id and v.number = g.version
          left join lateral jsonb_array_elements(v.outline -> 'lessons') l on l ->> 'id' = g.lesson_id::text
        where g.user_id = $userId order by g.happened_at, g.id`,
    ),
    givenPart(
      'course-reviews',
      'Reviews of courses',
      ['lms_course_reviews'],
      `select c.title as course, w.stars, w.comment, w.created_at as "createdAt", w.updated_at as "updatedAt"
        from lms_course_reviews w join lms_courses c on c.owner = w.course_id_owner and c.id = w.course_id
        where w.user_id = $userId order by w.created_at, w.id`,
    ),
    givenCertificates,
    givenWork,
    givenHandIns,
    givenGrades,
    givenGradingComments,
    givenAttempts,
    givenAccommodations,
    givenPosts,
    givenReports,
    givenHolds,
    givenRemoved,
    givenMailChoice,
    givenToolScores,
  ],
  notGiven: {
    lms_lti_subjects: 'a pseudonym at an external tool',
    lms_lti_launches: 'that a tool was opened, forgotten within hours',
    lms_work_views: 'forgotten within a minute',
    lms_regrades: 'what was decided about questions, which no one answers there',
    lms_certificate_pictures: 'pictures of the organization',
    lms_project_leads: 'follows from the sessions that someone leads',
    lms_training_reminders: 'when an email was sent last, which its reader has',
    lms_frappe_documents: 'names of documents on a site of the platform',
    lms_embedded_items: 'steps of a run of the platform',
    lms_courses: 'who teaches a course is what the organization says of its courses',
    lms_course_imports: 'the courses are the organization’s own, and it is gone within a day',
  },
}
