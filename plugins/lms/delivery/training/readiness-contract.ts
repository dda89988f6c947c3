import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { learningStatus } from '../catalog/contract.ts'
import { trainingAdmins } from './contract.ts'

const staff = { ...trainingAdmins, who: ['tenant_admin', 'instructor'] } as const

const openCourse = z.object({
  courseId: id,
  courseTitle: z.string(),
  status: learningStatus,
  progress: z.number().int(),
  /** Completed once, and the certificate has expired. */
  isExpired: z.boolean(),
  /** Completed, and the certificate was revoked. */
  isRevoked: z.boolean(),
})
export type OpenCourse = z.infer<typeof openCourse>

export const readiness = z.object({
  /** True where unready instructors may not lead a session; otherwise planners are warned. */
  isRule: z.boolean(),
  /**
   * Instructors who could lead sessions and are not ready, with the courses to complete first: admins see all, and instructors
   * themselves alone.
   */
  unready: z.array(z.object({ instructorId: id, instructorName: z.string(), courses: z.array(openCourse) })),
})
export type Readiness = z.infer<typeof readiness>

const decided = {
  isReadinessRule: z.boolean(),
  /** Emails instructors before and after the due date of a required course. */
  sendsReminders: z.boolean(),
  /** Emails admins each Monday who is overdue. */
  sendsDigest: z.boolean(),
}

export const trainingSettings = z.object({
  ...decided,
  /** null: never changed. */
  updatedAt: instant.nullable(),
})
export type TrainingSettings = z.infer<typeof trainingSettings>

/** Fields to change. With `updatedAt` as it was read, a change by another admin in between is a conflict. */
const trainingSettingsChange = z.object({ ...decided, updatedAt: instant.nullable() }).partial()
export type TrainingSettingsChange = z.output<typeof trainingSettingsChange>

/** Endpoints about instructors who may lead planned sessions, and what they have to complete first. */
export const readinessContract = {
  readiness: endpoint({
    method: 'GET',
    path: '/api/tenant/readiness',
    summary: 'Who has not completed the training for a project, or whose certificate has ended',
    access: staff,
    /** Without a project no courses are needed. */
    query: z.object({ projectId: id.optional(), instructorId: id.optional() }),
    response: readiness,
  }),
  trainingSettings: endpoint({
    method: 'GET',
    path: '/api/tenant/training-settings',
    summary: 'Training rules and their emails',
    access: trainingAdmins,
    response: trainingSettings,
  }),
  updateTrainingSettings: endpoint({
    method: 'PUT',
    path: '/api/tenant/training-settings',
    summary: 'Change training rules and their emails',
    audit: 'training.settings-updated',
    unaudited: 'Where nothing differs, nothing is changed',
    access: trainingAdmins,
    body: trainingSettingsChange,
    response: trainingSettings,
  }),
  remindInstructor: endpoint({
    method: 'POST',
    path: '/api/tenant/instructor-training-progress/{instructorId}/remind',
    summary: 'Email an instructor about open, overdue and expiring training, at most once a day',
    audit: 'training.reminded',
    access: trainingAdmins,
    params: z.object({ instructorId: id }),
    response: z.object({ remindedAt: instant }),
  }),
} as const
