import { randomBytes, randomUUID } from 'node:crypto'
import type { Scope } from '#core/server/core.ts'
import { transliterate } from '#core/contract/transliteration.ts'
import { dayFrom, hoursAgo, insert, twoDigits } from './rows.ts'
import type { SeededOrganization, SeededStudent } from './rows.ts'
import type { Random } from './random.ts'
import { conditions, firstNames, lastNames, medicalNotes } from './words.ts'

interface Guardian {
  id: string
  firstName: string
  lastName: string
}

/** A guardian in a family. */
interface Member {
  guardian: Guardian
  relationship: string
  livesWithChild: boolean
  mayCollect: boolean
  isRestricted: boolean
}

interface Family {
  lastName: string
  members: Member[]
  children: number
}

/** Tables in the order of insertion: referenced rows come first. */
const insertOrder = [
  'users',
  'invitations',
  'guardianContacts',
  'students',
  'parentStudents',
  'guardianRestrictions',
  'collectors',
  'studentHealth',
  'healthConditions',
] as const

type Add = (table: (typeof insertOrder)[number], row: object) => void

/** Families of sample data: no contact has an email address, and all are on the roster. */
interface SampleFamilies {
  /** Number of students at least. */
  students: number
  /** Text at the end of all last names. */
  mark: string
}

/**
 * Creates families with one to three children: each of the organization's parents is a guardian in one of them, the other
 * guardians are contacts. In the second family the parents are separated, and a court order restricts one of them.
 */
export async function seedFamilies(
  scope: Scope,
  organization: SeededOrganization,
  random: Random,
  sample?: SampleFamilies,
): Promise<SeededStudent[]> {
  const tables = new Map(insertOrder.map((table): [string, object[]] => [table, []]))
  const add: Add = (table, row) => void tables.get(table)?.push({ tenantId: organization.id, ...row })
  const students: SeededStudent[] = []
  const families = makeFamilies(scope, organization, { random, add, sample })
  const children = families.reduce((sum, family) => sum + family.children, 0)
  // Assigns every student account to a student, spread over the families.
  const step = Math.max(1, Math.floor(children / organization.pupils.length))
  for (const family of families) {
    for (let child = 0; child < family.children; child++) {
      const place = students.length
      const pupil = place % step === 0 ? organization.pupils[place / step] : undefined
      students.push(addChild(organization, family, { pupil, random, add, isActive: sample && true }))
    }
  }
  for (const [table, rows] of tables) await insert(scope, table, rows)
  return students
}

/** Number of contacts with an open invitation; the first one's link has expired. */
const INVITED_CONTACTS = 3

interface Making {
  random: Random
  add: Add
  sample: SampleFamilies | undefined
}

function makeFamilies(scope: Scope, organization: SeededOrganization, { random, add, sample }: Making): Family[] {
  const accounts = [...organization.parents]
  let contacts = 0
  const contact = (lastName: string): Guardian => {
    const guardian = { id: randomUUID(), firstName: random.one(firstNames), lastName }
    const username = sample
      ? `sample-${guardian.id}`
      : `${transliterate(guardian.firstName)}.${transliterate(lastName)}.contact${++contacts}`
    const email = !sample && contacts <= INVITED_CONTACTS ? `${username}@${organization.subdomain}.example` : null
    add('users', { ...guardian, username, email, passwordHash: null, role: 'parent' })
    if (email) addInvitation(scope, guardian.id, email, add)
    return guardian
  }
  const surname = () => `${random.one(lastNames)}${sample?.mark ?? ''}`
  const wanted = sample?.students ?? Math.max(random.between(15, 60), organization.pupils.length)
  const families: Family[] = []
  for (let students = 0; students < wanted || accounts.length > 0;) {
    const first = accounts.shift() ?? contact(surname())
    const isSeparated = families.length === 1
    const isPair = isSeparated || random.chance(0.6)
    const members = [makeMember(first, random.one(['mother', 'mother', 'father']), {})]
    if (isPair) {
      const second = accounts.shift() ?? contact(isSeparated ? surname() : first.lastName)
      const apart = isSeparated || random.chance(0.2)
      members.push(
        makeMember(second, apart ? 'father' : 'parent', { livesWithChild: !apart, isRestricted: isSeparated }),
      )
    }
    const children = random.one([1, 1, 2, 2, 3])
    students += children
    families.push({ lastName: first.lastName, members, children })
    for (const { guardian } of members) {
      const phone = `(555) 01${twoDigits(random.between(10, 99))}`
      const address = `${random.between(1, 240)} ${random.one(lastNames)} Street`
      add('guardianContacts', { userId: guardian.id, phone, address })
    }
  }
  return families
}

function addInvitation(scope: Scope, userId: string, email: string, add: Add): void {
  const isExpired = email.includes('contact1@')
  const createdAt = hoursAgo(scope, isExpired ? 24 * 20 : 30)
  const expiresAt = new Date(Date.parse(createdAt) + 7 * 86_400_000).toISOString()
  // Hash of an unknown token.
  add('invitations', { userId, email, tokenHash: randomBytes(32), createdAt, expiresAt })
}

const makeMember = (guardian: Guardian, relationship: string, more: Partial<Member>): Member => ({
  guardian,
  relationship,
  livesWithChild: true,
  mayCollect: more.isRestricted !== true,
  isRestricted: false,
  ...more,
})

interface Child {
  /** Account of this child, where it has one. */
  pupil: Guardian | undefined
  random: Random
  add: Add
  /** True where it is on the roster in any case. */
  isActive: true | undefined
}

function addChild(organization: SeededOrganization, family: Family, child: Child): SeededStudent {
  const { pupil, random, add } = child
  const id = randomUUID()
  const { firstName, lastName } = pupil ?? { firstName: random.one(firstNames), lastName: family.lastName }
  const grade = random.between(3, 10)
  const born = Number(organization.today.slice(0, 4)) - grade - 6
  const [first] = family.members
  add('students', {
    id,
    firstName,
    lastName,
    userId: pupil?.id ?? null,
    dateOfBirth: `${born}-${twoDigits(random.between(1, 12))}-${twoDigits(random.between(1, 28))}`,
    grade: String(grade),
    isActive: child.isActive ?? (pupil !== undefined || random.chance(0.94)),
  })
  for (const [index, { guardian, ...rights }] of family.members.entries()) {
    const link = randomUUID()
    add('parentStudents', { id: link, parentId: guardian.id, studentId: id, contactOrder: index + 1, ...rights })
    if (rights.isRestricted) addRestriction(organization, link, add)
  }
  addCollectors(organization, id, random, add)
  addHealth(organization, id, first?.guardian, random, add)
  const deciding = family.members.flatMap(({ guardian, isRestricted }) => (isRestricted ? [] : [guardian]))
  return {
    id,
    name: `${firstName} ${lastName}`,
    guardians: deciding.map((one) => ({ id: one.id, name: `${one.firstName} ${one.lastName}` })),
    hasAccount: pupil !== undefined,
  }
}

function addRestriction(organization: SeededOrganization, parentStudentId: string, add: Add): void {
  add('guardianRestrictions', {
    parentStudentId,
    kind: 'court-order',
    notes: 'No contact and no information until the family court decides again. The order is in the office.',
    documentDate: dayFrom(organization.today, -120),
    reviewOn: dayFrom(organization.today, 60),
    verifiedBy: organization.staff.at(-1) ?? 'The office',
  })
}

function addCollectors(organization: SeededOrganization, studentId: string, random: Random, add: Add): void {
  if (!random.chance(0.3)) return
  const relationship = random.one(['Grandmother', 'Grandfather', 'Neighbour', 'Aunt'])
  add('collectors', {
    studentId,
    name: `${random.one(firstNames)} ${random.one(lastNames)}`,
    relationship,
    phone: `(555) 01${twoDigits(random.between(10, 99))}`,
    // Neighbors are authorized for a while, grandparents without an end.
    validUntil: relationship === 'Neighbour' ? dayFrom(organization.today, random.between(10, 120)) : null,
    addedBy: organization.staff.at(-1) ?? 'The office',
  })
}

function addHealth(
  organization: SeededOrganization,
  studentId: string,
  guardian: Guardian | undefined,
  random: Random,
  add: Add,
): void {
  const checkedOn = dayFrom(organization.today, -random.between(5, 420))
  const isKnown = random.chance(0.15)
  add('studentHealth', {
    studentId,
    emergencyContact: guardian ? `${guardian.firstName} ${guardian.lastName}` : '',
    emergencyPhone: `(555) 01${twoDigits(random.between(10, 99))}`,
    emergencyCheckedOn: checkedOn,
    medicalNotes: isKnown ? random.one(medicalNotes) : '',
    notesCheckedOn: isKnown ? checkedOn : null,
  })
  if (random.chance(0.12)) add('healthConditions', { studentId, ...random.one(conditions) })
}
