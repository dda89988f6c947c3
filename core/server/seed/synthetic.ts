import { randomUUID } from 'node:crypto'
import { firstNames, lastNames, placeNames, programNames, rooms, sessionNames } from './words.ts'

/** Values of one row, in the order of its columns; null is NULL. */
export type Row = readonly (string | null)[]

export interface SyntheticOrganization {
  id: string
  name: string
  subdomain: string
  users: number
  /** Name of the plan. */
  plan: string
  status: 'active' | 'trial' | 'inactive'
  /** ISO 8601 in UTC. */
  createdAt: string
}

export interface Instructor {
  id: string
  tenantId: string
}

const DAY_MS = 86_400_000

/** Numbers from 0 to below 1 that are the same at every run, so that measurements compare. */
function repeatableNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Ids that grow with each call (UUID version 7), so that rows land at the end of their indexes. */
export function growingIds(now: number): () => string {
  let counter = 0
  return () => {
    const time = (now + (counter >>> 12)).toString(16).padStart(12, '0')
    const order = (counter++ & 0xfff).toString(16).padStart(3, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-${randomUUID().slice(19)}`
  }
}

export interface Size {
  organizations: number
  users: number
  sessions: number
}

/** Plans as the database has them initially, each as often as it is chosen, with the people and sessions it is for. */
const plans = [
  { name: 'trial', users: 25, sessions: 10, share: 1 },
  { name: 'starter', users: 100, sessions: 50, share: 2 },
  { name: 'growth', users: 500, sessions: 250, share: 3 },
  { name: 'enterprise', users: Infinity, sessions: Infinity, share: 1 },
]

/** Organizations that have outgrown their plan. */
const OUTGROWN_SHARE = 0.02

/**
 * Organizations with the users and sessions spread evenly over them, on plans with room for these. `taken` holds the
 * subdomains that are in use.
 */
export function syntheticOrganizations(
  { organizations, users, sessions }: Size,
  taken: ReadonlySet<string>,
  now: number,
  newId: () => string,
): SyntheticOrganization[] {
  const random = repeatableNumbers(1)
  const randomPlan = repeatableNumbers(2)
  const choices = plans.flatMap((plan) => Array.from({ length: plan.share }, () => plan))
  const used = new Set(taken)
  return Array.from({ length: organizations }, (_, index) => {
    const name = `${pick(placeNames, random)} ${pick(placeNames, random)} ${pick(programNames, random)}`
    const base = name.toLowerCase().replaceAll(/[^a-z]/g, '')
    let subdomain = base
    for (let number = 2; used.has(subdomain); number++) subdomain = `${base}${number}`
    used.add(subdomain)
    const share = Math.floor(((index + 1) * users) / organizations) - Math.floor((index * users) / organizations)
    const fitting = choices.filter((plan) => share <= plan.users && sessions / organizations <= plan.sessions)
    const plan = pick(randomPlan() < OUTGROWN_SHARE ? choices : fitting, randomPlan).name
    const status = randomPlan() < 0.02 ? 'inactive' : plan === 'trial' ? 'trial' : 'active'
    const createdAt = daysAgo(now, 1100 * randomPlan())
    return { id: newId(), name, subdomain, users: share, plan, status, createdAt }
  })
}

export const organizationColumns = ['id', 'name', 'subdomain', 'admin_email', 'plan', 'status', 'created_at']

export function* organizationRows(organizations: readonly SyntheticOrganization[]): Generator<Row> {
  for (const { id, name, subdomain, plan, status, createdAt } of organizations) {
    yield [id, name, subdomain, `admin@${subdomain}.example`, plan, status, createdAt]
  }
}

export const userColumns = [
  'id',
  'tenant_id',
  'username',
  'email',
  'password_hash',
  'first_name',
  'last_name',
  'role',
  'is_active',
  'last_login_at',
  'created_at',
]

/**
 * People of the organizations: an admin each, one in ten an instructor, the others students with their parents. All
 * have the same password. Calls `onInstructor` for those who can hold sessions.
 */
export function* userRows(
  organizations: readonly SyntheticOrganization[],
  now: number,
  passwordHash: string,
  newId: () => string,
  onInstructor: (instructor: Instructor) => void,
): Generator<Row> {
  const random = repeatableNumbers(3)
  for (const { id: tenantId, subdomain, users } of organizations) {
    for (let index = 0; index < users; index++) {
      const first = pick(firstNames, random)
      const last = pick(lastNames, random)
      const role =
        index === 0 ? 'tenant_admin' : index % 11 === 1 ? 'instructor' : index % 3 === 0 ? 'parent' : 'student'
      // The address on the organization's card is its first admin's.
      const username = index === 0 ? 'admin' : `${first}.${last}${index}`.toLowerCase()
      const id = newId()
      if (role === 'instructor') onInstructor({ id, tenantId })
      const seen = random() < 0.7 ? daysAgo(now, 60 * random()) : null
      const active = random() < 0.97 ? 't' : 'f'
      const created = daysAgo(now, 60 + 1000 * random())
      yield [
        id,
        tenantId,
        username,
        `${username}@${subdomain}.example`,
        passwordHash,
        first,
        last,
        role,
        active,
        seen,
        created,
      ]
    }
  }
}

export const sessionColumns = [
  'id',
  'tenant_id',
  'instructor_id',
  'name',
  'location',
  'start_date',
  'end_date',
  'status',
  'max_participants',
  'created_at',
]

/** Sessions that take turns over the instructors, one of theirs a day, half of them to come. */
export function* sessionRows(
  instructors: readonly Instructor[],
  sessions: number,
  now: number,
  newId: () => string,
): Generator<Row> {
  const random = repeatableNumbers(4)
  const rounds = Math.ceil(sessions / instructors.length)
  const today = Math.floor(now / DAY_MS) * DAY_MS
  for (let index = 0; index < sessions; index++) {
    const { id: instructorId, tenantId } = instructors[index % instructors.length] as Instructor
    const day = Math.floor(index / instructors.length) - Math.floor(rounds / 2)
    const start = today + day * DAY_MS + (13 + Math.floor(random() * 8)) * 3_600_000
    const end = start + 3_600_000
    const status = random() < 0.03 ? 'cancelled' : end < now ? 'completed' : start < now ? 'in-progress' : 'scheduled'
    const places = String(8 + Math.floor(random() * 17))
    const created = daysAgo(now, 30 + Math.max(0, -day))
    yield [
      newId(),
      tenantId,
      instructorId,
      pick(sessionNames, random),
      pick(rooms, random),
      new Date(start).toISOString(),
      new Date(end).toISOString(),
      status,
      places,
      created,
    ]
  }
}

function pick<T>(choices: readonly T[], random: () => number): T {
  return choices[Math.floor(random() * choices.length)] as T
}

function daysAgo(now: number, days: number): string {
  return new Date(now - days * DAY_MS).toISOString()
}
