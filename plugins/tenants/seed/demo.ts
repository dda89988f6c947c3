import type { TenantStatus } from '#core/contract/tenancy.ts'
import type { Plan } from '../organizations/contract.ts'

/** Password of every account in the demo data. */
export const DEMO_PASSWORD = 'trellis-demo'

export interface DemoOrganization {
  name: string
  subdomain: string
  plan: Plan
  status: TenantStatus
  /** Days since it was created. */
  age: number
  /** Days since the last sign-in: the organization has not come back. */
  awayFor?: number
  /** True if its staff exceed its plan by now. */
  hasOutgrown?: boolean
  timeZone: string
  accentColor?: string
  instructors: number
  parents: number
  students: number
}

const organization = (
  name: string,
  subdomain: string,
  plan: Plan,
  age: number,
  [instructors, parents, students]: [number, number, number],
  more: Partial<Pick<DemoOrganization, 'status' | 'timeZone' | 'accentColor' | 'awayFor' | 'hasOutgrown'>> = {},
): DemoOrganization => ({
  name,
  subdomain,
  plan,
  age,
  instructors,
  parents,
  students,
  status: 'active',
  timeZone: 'America/New_York',
  ...more,
})

/**
 * Organizations whose status agrees with what they owe and who signs in. Desert Bloom has its second invoice overdue
 * and has not come back; Coastal has two unpaid; Willow Creek's trial ended without any users; Lakeside has outgrown
 * its plan.
 */
export const demoOrganizations: readonly DemoOrganization[] = [
  organization('Riverside Youth Robotics', 'riverside', 'growth', 352, [4, 11, 24], { accentColor: '#0f766e' }),
  organization('Maple Grove School District', 'maplegrove', 'enterprise', 318, [5, 10, 24], {
    timeZone: 'America/Chicago',
    accentColor: '#b45309',
  }),
  organization('Harbor City Makers', 'harborcity', 'growth', 291, [3, 8, 18], { timeZone: 'America/Los_Angeles' }),
  organization('École Jules-Verne', 'julesverne', 'starter', 263, [2, 6, 12], { timeZone: 'America/Toronto' }),
  organization('North Star STEM Academy', 'northstar', 'enterprise', 240, [5, 9, 22], { accentColor: '#1d4ed8' }),
  organization('Desert Bloom Learning Center', 'desertbloom', 'starter', 47, [2, 5, 11], {
    awayFor: 38,
    timeZone: 'America/Phoenix',
  }),
  organization('Lakeside Coding Club', 'lakeside', 'starter', 171, [2, 4, 9], {
    hasOutgrown: true,
    timeZone: 'America/Chicago',
  }),
  organization('Brookfield Public Library', 'brookfield', 'growth', 139, [3, 7, 15], { accentColor: '#7c3aed' }),
  organization('Summit Trail Scouts', 'summittrail', 'starter', 96, [2, 5, 8], {
    status: 'inactive',
    timeZone: 'America/Denver',
  }),
  organization('Coastal Science Camp', 'coastalscience', 'starter', 81, [2, 4, 7], {
    status: 'suspended',
    timeZone: 'America/Los_Angeles',
  }),
  organization('Eastgate Community House', 'eastgate', 'growth', 26, [3, 6, 13]),
  organization('Bright Futures After School', 'brightfutures', 'trial', 5, [1, 2, 4], { status: 'trial' }),
  organization('Willow Creek Arts', 'willowcreek', 'trial', 44, [0, 0, 0], { awayFor: 43, status: 'trial' }),
]

const firstNames = words(`Amara Mateo Ingrid Kenji Layla Tobias Priya Malik Sofia Owen Naledi Lucas Mei Diego Hannah
  Omar Freya Ravi Camille Ethan Zainab Andre Yuki Grace Pavel Noor Elijah Bianca Tomas Aisha Henrik Julia Kwame Rosa
  Felix Anika Samuel Thandiwe Leo Mariam Victor Chloe Hassan Elena Jonah Sunita Marcus Olga Dante Ruth Ibrahim Clara
  Wei Nadia Peter Esperanza Theo Fatou Simon Lucía`)

const lastNames = words(`Okafor Alvarez Lindqvist Tanaka Haddad Brandt Raman Johnson Rossi Fletcher Dlamini Moreau Chen
  Castillo Weiss Farouk Nilsen Patel Dubois Carter Bello Silva Watanabe Thompson Novak Rahman Brooks Costa Herrera Khan
  Larsen Kowalski Mensah Delgado Hoffmann Iyer Bennett Nkosi Murphy Aziz Petrov Martin Osman Vargas Coleman Sharma
  Greene Ivanova Ricci Abrams Sow Jensen Liu Petit Walker Morales Papadakis Diop Reyes Nowak`)

function words(list: string): string[] {
  return list.split(/\s+/)
}

export interface DemoName {
  firstName: string
  lastName: string
}

/** Names without repetition for 3,600 people, the same in every run. */
export function demoName(index: number): DemoName {
  const round = Math.floor(index / firstNames.length)
  return {
    firstName: firstNames[(index * 7) % firstNames.length] ?? '',
    lastName: lastNames[(index * 11 + round) % lastNames.length] ?? '',
  }
}
