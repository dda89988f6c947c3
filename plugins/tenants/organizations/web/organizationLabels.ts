import type { TenantStatus } from '#core/contract/tenancy.ts'
import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import { plans } from '../contract.ts'
import type { Organization, Plan } from '../contract.ts'

export const statusLabels: Record<TenantStatus, { label: string; tone: BadgeTone; description: string }> = {
  active: { label: 'Active', tone: 'green', description: 'Users can sign in and work' },
  trial: { label: 'Trial', tone: 'blue', description: 'Users can sign in and work during the trial' },
  inactive: { label: 'Inactive', tone: 'neutral', description: 'Its users cannot sign in' },
  suspended: {
    label: 'Suspended',
    tone: 'red',
    description: 'Users cannot sign in; they see that it is suspended',
  },
}

const planNames: Record<Plan, string> = {
  trial: 'Trial',
  starter: 'Starter',
  growth: 'Growth',
  enterprise: 'Enterprise',
}

/** Labels unknown plans by their id, formatted as a name: 'Club'. */
export function planName(plan: string): string {
  return plans.some((one) => one === plan) ? planNames[plan as Plan] : plan.charAt(0).toUpperCase() + plan.slice(1)
}

/** '1 user', '1,204 users'. */
export function usersText(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? 'user' : 'users'}`
}

/** True if an admin signs in with the contact address. */
export const contactSignsIn = ({
  adminEmail,
  adminSignIn,
}: Pick<Organization, 'adminEmail' | 'adminSignIn'>): boolean => adminSignIn === adminEmail
