import { freeJson, freeText, nothing, type PersonalData } from '#core/server/personal-data.ts'

/** What courses keep of people: names that somebody has written into them. */
export const lmsPersonalData: PersonalData = {
  tables: {
    lms_courses: {
      called: 'courses',
      columns: {
        title: freeText,
        description: freeText,
        category: nothing,
        image_url: nothing,
        learning_objectives: freeJson,
        prerequisites: freeJson,
        tags: freeJson,
        language: nothing,
        owner: nothing,
        search: nothing,
      },
    },
    lms_chapters: {
      called: 'chapters of courses',
      columns: { title: freeText, description: freeText, owner: nothing, course_id_owner: nothing },
    },
    lms_lessons: {
      called: 'lessons of courses',
      columns: {
        title: freeText,
        description: freeText,
        content: freeJson,
        details: freeJson,
        content_url: nothing,
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
      columns: { version_id: nothing, owner: nothing, file_id_owner: nothing },
    },
    lms_course_versions: {
      called: 'published versions of courses',
      columns: {
        title: freeText,
        description: freeText,
        category: nothing,
        image_url: nothing,
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
        hash: nothing,
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
  },
}
