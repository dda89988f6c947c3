import type { FileMode } from './read-manifest.ts'
import type { RosterProblem } from './read-records.ts'

/** Roles of people that are imported; all others are listed. */
export type PersonRole = 'student' | 'guardian' | 'staff'

export interface RosterPerson {
  line: number
  sourcedId: string
  /** False for `tobedeleted`. */
  isActive: boolean
  roles: ReadonlySet<PersonRole>
  firstName: string
  lastName: string
  email: string
  phone: string
  grade: string | null
  /** Birthday as `2016-05-31`. */
  dateOfBirth: string | null
  /** sourcedIds of a student's guardians, or of a guardian's children. */
  agents: string[]
}

export interface RosterClass {
  line: number
  sourcedId: string
  isActive: boolean
  name: string
  season: string
  /** sourcedId of the school. */
  schoolId: string
  school: string
  course: string
  /** First day of its first term, as `2026-08-15`. */
  startDate: string | null
}

export interface RosterEnrollment {
  line: number
  sourcedId: string
  isActive: boolean
  classId: string
  personId: string
  role: 'student' | 'staff'
  /** First day; null where the file has none. */
  from: string | null
  /** First day without the membership (the date is exclusive in OneRoster); null while it lasts. */
  until: string | null
}

/** Files in which a missing line ends a record. */
export const listedFiles = ['users.csv', 'classes.csv', 'enrollments.csv'] as const
export type ListedFile = (typeof listedFiles)[number]

export interface Roster {
  version: string
  /** System that issued the ids. */
  source: string
  people: RosterPerson[]
  classes: RosterClass[]
  enrollments: RosterEnrollment[]
  problems: RosterProblem[]
  /** Remarks on the whole archive: files and columns that are not imported. */
  remarks: string[]
  /** Content of each file; 'absent' also for unreadable files. */
  modes: Record<ListedFile, FileMode>
  /** Ids that each file names, including lines that are left out. */
  named: Record<ListedFile, Set<string>>
}
