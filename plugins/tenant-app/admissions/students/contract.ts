import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { email, id, instant, line, text } from '#core/contract/fields.ts'
import { publicName } from '#core/contract/names.ts'
import { searchQuery } from '#core/contract/paging.ts'
import { figureRows, staff, studentFilters } from '../../contract.ts'
import { HEALTH_CHANGED } from '../../care/health/contract.ts'

/** First guardian in the order of contact who is not restricted. */
const parentUser = z.object({
  firstName: z.string(),
  lastName: z.string(),
  /** null for a contact without an email address. */
  email: z.string().nullable(),
})

/** A student (spec part 2, section 3). Excludes health and emergency data, which have their own endpoints. */
export const student = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  parentUserId: id.nullable(),
  parentUser: parentUser.nullable(),
  dateOfBirth: z.string().nullable(),
  grade: z.string().nullable(),
  emergencyContact: z.null(),
  emergencyPhone: z.null(),
  medicalNotes: z.null(),
  /** True if there is health data to open on request. */
  hasHealth: z.boolean(),
  hasEmergency: z.boolean(),
  isActive: z.boolean(),
  totalPoints: z.number().int(),
  avatar: z.string().nullable(),
  updatedAt: instant,
})
export type Student = z.infer<typeof student>

export const EARLIEST_BIRTHDAY = '1900-01-01'

/** Birthday; the server refuses days after today in the organization's zone. */
const birthday = z.iso
  .date('Not a valid date')
  .refine((value) => value >= EARLIEST_BIRTHDAY, 'From 1900 on')
  .nullable()

const grade = line(20)
  .nullable()
  .transform((value) => value || null)

const studentFields = {
  firstName: publicName('First name is required'),
  lastName: publicName('Last name is required'),
  dateOfBirth: birthday,
  grade,
}

/** Fields that are stored apart from the student and shown on request only. Omitted ones stay unchanged. */
const separateFields = {
  emergencyContact: line(200).nullable().optional(),
  emergencyPhone: line(50).nullable().optional(),
  medicalNotes: text(5000).nullable().optional(),
}

/** A guardian who is found by email address, or added with the student. */
const newGuardian = z
  .object({
    firstName: publicName('First name is required'),
    lastName: publicName('Last name is required'),
    /** Empty for a contact without an email address. */
    email: line(254)
      .refine((value) => value === '' || email().safeParse(value).success, 'Please enter a valid email address')
      .default(''),
    relationship: line(50).default(''),
    /** Emails a link to open an account; for admins only. By default the guardian is saved as a contact. */
    invite: z.boolean().default(false),
  })
  .refine((guardian) => !guardian.invite || guardian.email !== '', {
    message: 'An invitation needs an email address',
    path: ['email'],
  })
export type NewGuardian = z.output<typeof newGuardian>

export const newStudent = z
  .object({
    ...studentFields,
    dateOfBirth: studentFields.dateOfBirth.default(null),
    grade: studentFields.grade.default(null),
    ...separateFields,
    /** An existing guardian. */
    parentUserId: id.nullable().default(null),
    guardian: newGuardian.nullable().default(null),
    /** Adds the student even if another one has the same name and birthday. */
    saveAnyway: z.boolean().default(false),
  })
  .refine(({ parentUserId, guardian }) => parentUserId === null || guardian === null, {
    message: 'Choose a guardian or add a new one, not both',
    path: ['parentUserId'],
  })
export type NewStudent = z.output<typeof newStudent>

/**
 * Changes only the given fields. With `updatedAt` as it was read, a concurrent change by another user is a conflict. Only
 * admins change `isActive` and the separate fields.
 */
export const studentChange = z
  .object({ ...studentFields, ...separateFields, isActive: z.boolean(), updatedAt: instant })
  .partial()
export type StudentChange = z.output<typeof studentChange>

/** Code of the 409 for a likely duplicate of a student; its details are `duplicates`. */
export const DUPLICATE_STUDENT = 'student.duplicate'

/** Students with the name and birthday of a new one. An unknown birthday equals any other. */
export const duplicates = z.array(
  student.pick({ id: true, firstName: true, lastName: true, dateOfBirth: true, grade: true, isActive: true }),
)
export type Duplicate = z.infer<typeof duplicates>[number]

export const studentFigures = z.object({
  totalStudents: z.number().int(),
  activeStudents: z.number().int(),
  /** Number of distinct grades, without empty ones. */
  gradeLevels: z.number().int(),
  /** Active guardians with an account, each counted once. */
  familyAccounts: z.number().int(),
})

export const studentsContract = {
  listStudents: endpoint({
    method: 'GET',
    path: '/api/students',
    summary: 'Students by name; searched by their names, and by the names and addresses of their guardians',
    access: staff,
    query: searchQuery.extend(studentFilters.shape),
    response: z.array(student),
  }),
  createStudent: endpoint({
    method: 'POST',
    path: '/api/students',
    status: 201,
    summary: 'Add a student, with a guardian who is found or added in the same step',
    audit: ['student.created', HEALTH_CHANGED, 'user.created', 'user.invited'],
    access: staff,
    body: newStudent,
    response: student,
  }),
  listGrades: endpoint({
    method: 'GET',
    path: '/api/students/grades',
    summary: 'Grades that students have, by their number, then by text',
    access: staff,
    response: z.array(z.string()),
  }),
  studentFigures: endpoint({
    method: 'GET',
    path: '/api/students/figures',
    summary: 'How many students, grades and families there are',
    access: staff,
    response: studentFigures,
  }),
  familyAccountRows: figureRows(
    '/api/students/figures/family-accounts',
    staff,
    'The guardians whom Family Accounts counts',
  ),
  getStudent: endpoint({
    method: 'GET',
    path: '/api/students/{id}',
    summary: 'One student',
    access: staff,
    params: z.object({ id }),
    response: student,
  }),
  updateStudent: endpoint({
    method: 'PUT',
    path: '/api/students/{id}',
    summary: 'Change a student, or switch one off and on again',
    audit: ['student.updated', HEALTH_CHANGED],
    unaudited: 'Where nothing differs, nothing is changed',
    access: staff,
    params: z.object({ id }),
    body: studentChange,
    response: student,
  }),
} as const
