import { mount } from '#core/server/http/mount.ts'
import { definePlugin, optional } from '#core/server/plugin.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { trainingBuilder } from '#plugins/training-builder/plugin.ts'
import { endAttempts } from './assessment/attempts/server/end-due-attempts.ts'
import { answerFileKinds } from './assessment/attempts/server/file-kinds.ts'
import { forgetAnswerFiles } from './assessment/attempts/server/delete-unused-files.ts'
import { attemptsRoutes } from './assessment/attempts/server/routes.ts'
import { showsCourseImage } from './delivery/catalog/server/covers.ts'
import { forgetCourses } from './delivery/catalog/server/delete-expired-courses.ts'
import { canReadFile } from './delivery/catalog/server/reading-files.ts'
import { movingLearners } from './delivery/catalog/server/learners.ts'
import { catalogRoutes, learnersRoutes, requirementsRoutes } from './delivery/catalog/server/routes.ts'
import { addCredentialCommands } from './certificates/server/commands.ts'
import { publishKeys } from './certificates/server/keys.ts'
import { reminderJobs } from './certificates/server/reminders.ts'
import { courseWebhooks } from './certificates/server/webhook-events.ts'
import { certificateRoutes, issuing } from './certificates/server/routes.ts'
import { categoriesContract, categorySettings } from './authoring/categories/contract.ts'
import { coursesRoutes, deletedRoutes } from './authoring/courses/server/routes.ts'
import { registerLti } from './integration/lti/server/http.ts'
import { ltiRoutes } from './integration/lti/server/routes.ts'
import { ltiStorage } from './integration/lti/server/tables.ts'
import { lmsEnvironment } from './shared/server/environment.ts'
import { withEmbedded } from './embedded/server/parts.ts'
import { embeddedStorage } from './embedded/server/tables.ts'
import { enrollmentsRoutes, groupCoursesRoutes } from './delivery/enrollments/server/routes.ts'
import { courseFileKinds } from './authoring/files/server/file-kinds.ts'
import { courseFilesRoutes, fileUsesRoutes } from './authoring/files/server/routes.ts'
import { examineProgress, recountJob } from './delivery/learning/server/recounting.ts'
import { openingJobs } from './delivery/learning/server/opening-emails.ts'
import { attendanceRoutes, learningRoutes } from './delivery/learning/server/routes.ts'
import { handInFileKinds } from './assessment/handins/server/file-kinds.ts'
import { forgetHandInFiles } from './assessment/handins/server/delete-unused-files.ts'
import { missingWorkJobs } from './assessment/handins/server/grade-missing.ts'
import { handInsRoutes } from './assessment/handins/server/routes.ts'
import { leaveTeamsOfSeparated } from './assessment/handins/server/separate-team.ts'
import { gradebookRoutes, gradingRoutes } from './assessment/grading/server/routes.ts'
import { discussionJobs } from './discussions/server/jobs.ts'
import { discussionsRoutes } from './discussions/server/routes.ts'
import { lessonsRoutes } from './authoring/lessons/server/routes.ts'
import { metricsRoutes } from './delivery/metrics/server/metrics.ts'
import {
  courseArchive,
  endLostCourseImports,
  forgetCourseImports,
  importCourse,
} from './authoring/transfer/server/importing.ts'
import { listPlanningListeners } from './delivery/training/server/listeners.ts'
import { trainingEmailJobs } from './delivery/training/server/mailing.ts'
import { readinessRoutes, trainedProjectsRoutes, trainingRoutes } from './delivery/training/server/routes.ts'
import { transferRoutes } from './authoring/transfer/server/routes.ts'
import { notesRoutes } from './delivery/notes/server/routes.ts'
import { regrading } from './assessment/results/server/regrade-job.ts'
import { resultsRoutes } from './assessment/results/server/routes.ts'
import { reviewsRoutes } from './delivery/reviews/server/routes.ts'
import { publishing } from './authoring/versions/server/publishing.ts'
import { versionsRoutes } from './authoring/versions/server/routes.ts'
import { forgetQuestionPictures } from './authoring/questions/server/question-pictures.ts'
import { questionsRoutes } from './authoring/questions/server/routes.ts'
import { studentHomeRoutes } from './student-home/server/routes.ts'
import { lmsPersonalData } from './personal-data.ts'
import { sampleCourse } from './seed/sample.ts'
import { seedCourses } from './seed/seed.ts'

const courseFiles = courseFileKinds(canReadFile)

/** Plugin of courses: catalog, authoring, delivery and assessment. */
export const lms = definePlugin({
  id: 'lms',
  dependsOn: { training: optional(trainingBuilder), tenantApp: optional(tenantApp) },
  migrations: new URL('./migrations/', import.meta.url),
  settings: categorySettings,
  environment: lmsEnvironment,
  // An import in progress names a file that a restore replaces.
  storage: {
    ...embeddedStorage,
    ephemeral: [
      ...(embeddedStorage.ephemeral ?? []),
      'lms_course_imports',
      'lms_work_views',
      ...(ltiStorage.ephemeral ?? []),
    ],
    secrets: { ...embeddedStorage.secrets, ...ltiStorage.secrets },
    ledgers: ['lms_learning_log', 'lms_certificates'],
    // Issued certificates are public: a restore must not lose any, and a copy of the platform has issued none.
    documents: ['lms_certificates', ...(ltiStorage.documents ?? [])],
  },
  personalData: lmsPersonalData,
  examine: examineProgress,
  setup: (core, { training, tenantApp }) =>
    withEmbedded(training, {
      // Organizations' own courses belong to the builder.
      entitlements: ['course-catalog', 'certificates', 'training-builder'],
      files: [...Object.values(courseFiles), courseArchive, ...answerFileKinds, ...handInFileKinds],
      routes: [
        coursesRoutes,
        deletedRoutes,
        courseFilesRoutes(courseFiles),
        fileUsesRoutes,
        transferRoutes,
        lessonsRoutes,
        versionsRoutes,
        questionsRoutes,
        catalogRoutes,
        requirementsRoutes,
        learnersRoutes,
        enrollmentsRoutes(tenantApp),
        groupCoursesRoutes(tenantApp),
        notesRoutes,
        learningRoutes,
        attendanceRoutes,
        attemptsRoutes,
        gradingRoutes,
        gradebookRoutes,
        handInsRoutes(tenantApp),
        ...resultsRoutes(tenantApp),
        ...discussionsRoutes(tenantApp),
        reviewsRoutes(tenantApp),
        ...certificateRoutes(tenantApp),
        studentHomeRoutes,
        trainingRoutes,
        readinessRoutes,
        trainedProjectsRoutes(tenantApp),
        metricsRoutes,
        ...ltiRoutes,
        mount(categoriesContract, {
          courseCategories: async ({ core }) => (await core.settings.of(categorySettings)).courseCategories,
        }),
      ],
      jobs: [
        recountJob,
        movingLearners,
        regrading,
        importCourse,
        endLostCourseImports,
        forgetCourseImports,
        forgetCourses,
        endAttempts,
        forgetAnswerFiles,
        forgetHandInFiles,
        forgetQuestionPictures,
        ...missingWorkJobs,
        ...discussionJobs,
        ...reminderJobs,
        ...openingJobs,
        ...trainingEmailJobs(tenantApp),
      ],
      subscriptions: [
        publishing,
        issuing,
        leaveTeamsOfSeparated,
        ...(tenantApp ? listPlanningListeners(tenantApp) : []),
      ],
      webhookEvents: courseWebhooks(tenantApp),
      showsImage: showsCourseImage,
      protocol: registerLti(core),
      commands: addCredentialCommands,
      onStart: () => publishKeys(core),
      sampleData: sampleCourse,
      seed: (scope) => seedCourses(scope, { hasProjects: tenantApp !== undefined }),
    }),
})
