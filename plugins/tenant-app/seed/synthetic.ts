import { BulkLoadError, type SyntheticLoad } from '#core/server/seed/bulk.ts'
import { firstNames, lastNames } from '#core/server/seed/words.ts'
import { makeInstructors, copyAttendance } from './synthetic-attendance.ts'
import { copyConsents, type SyntheticStudent } from './synthetic-consents.ts'
import { randomOf, type Random } from './random.ts'
import { twoDigits } from './rows.ts'
import { conditions, medicalNotes } from './words.ts'

type Cell = string | null

/** Rows of each table, in the order of loading. */
interface Families {
  users: Cell[][]
  students: Cell[][]
  links: Cell[][]
  health: Cell[][]
  conditions: Cell[][]
  made: SyntheticStudent[]
}

const columns = {
  users: ['id', 'tenant_id', 'username', 'email', 'password_hash', 'first_name', 'last_name', 'role', 'created_at'],
  students: ['id', 'tenant_id', 'first_name', 'last_name', 'date_of_birth', 'grade', 'is_active', 'created_at'],
  links: ['tenant_id', 'parent_id', 'student_id', 'relationship', 'contact_order', 'lives_with_child'],
  health: ['tenant_id', 'student_id', 'emergency_contact', 'emergency_phone', 'medical_notes'],
  conditions: ['tenant_id', 'student_id', 'kind', 'name', 'risk', 'response'],
} as const

/**
 * Copies families of one organization, whose guardians have 1.6 children each, with health, consents, sessions and attendance.
 * @throws BulkLoadError where the organization has students already, which a second run would double
 */
export async function syntheticFamilies(load: SyntheticLoad): Promise<void> {
  const { client, students, copy } = load
  if (!students || students.count === 0) return
  const { tenantId, subdomain, count } = students
  const { rows } = await client.query<{ count: number }>('select count(*) from students where tenant_id = $1', [
    tenantId,
  ])
  if (rows[0]?.count) {
    throw new BulkLoadError(
      `${subdomain} has ${rows[0].count.toLocaleString('en-US')} students already. Name an organization without students.`,
    )
  }
  const random = randomOf('students')
  const families = makeFamilies(load, tenantId, subdomain, count, random)
  const instructors = makeInstructors(load, { tenantId, subdomain, count })
  families.users.push(...instructors.users)
  await copy('users', columns.users, families.users, families.users.length)
  await copy('students', columns.students, families.students, count)
  await copy('parent_students', columns.links, families.links, families.links.length)
  await copy('student_health', columns.health, families.health, families.health.length)
  await copy('health_conditions', columns.conditions, families.conditions, families.conditions.length)
  await copyConsents(load, tenantId, families.made, random)
  const ids = families.made.map(({ id }) => id)
  await copyAttendance(load, { tenantId, students: ids, instructors: instructors.ids }, random)
}

function makeFamilies(
  { now, newId, passwordHash }: SyntheticLoad,
  tenantId: string,
  subdomain: string,
  count: number,
  random: Random,
): Families {
  const families: Families = { users: [], students: [], links: [], health: [], conditions: [], made: [] }
  const createdAt = new Date(now - 90 * 86_400_000).toISOString()
  const year = new Date(now).getUTCFullYear()
  let guardianNumber = 0
  const makeGuardian = (lastName: string) => {
    const [id, firstName] = [newId(), random.one(firstNames)]
    const username = `${firstName}.${lastName}.guardian${++guardianNumber}`.toLowerCase()
    const email = `${username}@${subdomain}.example`
    families.users.push([id, tenantId, username, email, passwordHash, firstName, lastName, 'parent', createdAt])
    return { id, name: `${firstName} ${lastName}` }
  }
  while (families.made.length < count) {
    const lastName = random.one(lastNames)
    const isPair = random.chance(0.5)
    const guardians = [makeGuardian(lastName), ...(isPair ? [makeGuardian(random.one(lastNames))] : [])]
    const children = Math.min(random.one([1, 1, 1, 2, 3]), count - families.made.length)
    for (let child = 0; child < children; child++) {
      const id = newId()
      const grade = random.between(0, 12)
      const born = `${year - grade - 6}-${twoDigits(random.between(1, 12))}-${twoDigits(random.between(1, 28))}`
      const isActive = random.chance(0.95) ? 't' : 'f'
      const name = [random.one(firstNames), lastName]
      families.students.push([id, tenantId, ...name, born, grade === 0 ? 'K' : String(grade), isActive, createdAt])
      for (const [index, guardian] of guardians.entries()) {
        families.links.push([tenantId, guardian.id, id, 'parent', String(index + 1), index === 0 ? 't' : 'f'])
      }
      addHealth(families, tenantId, id, guardians[0]?.name ?? '', random)
      families.made.push({ id, guardians })
    }
  }
  return families
}

function addHealth(families: Families, tenantId: string, studentId: string, guardian: string, random: Random): void {
  const phone = `(555) 01${twoDigits(random.between(10, 99))}`
  const notes = random.chance(0.12) ? random.one(medicalNotes) : ''
  families.health.push([tenantId, studentId, guardian, phone, notes])
  if (!random.chance(0.08)) return
  const { kind, name, risk, response } = random.one(conditions)
  families.conditions.push([tenantId, studentId, kind, name, risk, response])
}
