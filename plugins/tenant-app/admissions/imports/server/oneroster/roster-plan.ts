import type { AnalyzedRow } from '../analysis.ts'
import type { Outcome, RosterKind } from '../../contract.ts'
import type { Given, KnownGroup, KnownMember, RosterLink } from './known-roster.ts'

/** A line of a roster, or a missing record, with its outcome. */
export interface RosterRow {
  number: number
  kind: RosterKind
  file: string
  line: number | null
  outcome: Outcome
  name: string
  details: readonly string[]
  note: string | null
  studentId: string | null
}

export interface PlannedStudent {
  sourcedId: string
  row: AnalyzedRow
  link: RosterLink | undefined
  given: Given
}

export interface PlannedContact {
  number: number
  sourcedId: string
  /** Key of the guardian among those of students; the id of an existing user. */
  key: string
  userId: string | null
}

export interface PlannedGroup {
  number: number
  sourcedId: string
  group: KnownGroup | undefined
  link: RosterLink | undefined
  name: string
  season: string
  given: Given
}

export interface PlannedMember {
  number: number
  sourcedId: string
  classId: string
  personId: string
  member: KnownMember | undefined
  link: RosterLink | undefined
  from: string
  until: string | null
  given: Given
}

export interface PlannedStaff {
  number: number
  classId: string
  userId: string
}

/** Plan of the rows that the import of a roster writes. */
export class RosterPlan {
  readonly rows: RosterRow[] = []
  readonly students: PlannedStudent[] = []
  readonly contacts: PlannedContact[] = []
  readonly groups: PlannedGroup[] = []
  readonly members: PlannedMember[] = []
  readonly staff: PlannedStaff[] = []
  readonly remarks: string[] = []
  /** Ids of existing students and groups, undefined for new ones, by sourcedId. */
  readonly studentIds = new Map<string, string | undefined>()
  readonly groupIds = new Map<string, string | undefined>()

  /** Ids of students and groups that earlier files named, as `student s1`. */
  readonly knownIds = new Map<string, string>()

  studentIdOf = (sourcedId: string): string | undefined =>
    this.studentIds.get(sourcedId) ?? this.knownIds.get(`student ${sourcedId}`)

  groupIdOf = (sourcedId: string): string | undefined =>
    this.groupIds.get(sourcedId) ?? this.knownIds.get(`class ${sourcedId}`)

  /** Reports whether the student is imported now or was before. */
  hasStudent = (sourcedId: string): boolean =>
    this.studentIds.has(sourcedId) || this.knownIds.has(`student ${sourcedId}`)

  /** Reports whether the class is imported now or was before. */
  hasClass = (sourcedId: string): boolean => this.groupIds.has(sourcedId) || this.knownIds.has(`class ${sourcedId}`)

  add(row: Omit<RosterRow, 'number' | 'note' | 'studentId' | 'details'> & Partial<RosterRow>): RosterRow {
    const added = { note: null, studentId: null, details: [], ...row, number: this.rows.length + 1 }
    this.rows.push(added)
    return added
  }
}
