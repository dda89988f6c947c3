import { entitlements, type Entitlement } from '#core/contract/entitlements.ts'
import type { Role } from '#core/contract/roles.ts'
import { sizeText } from '#core/contract/sizes.ts'
import type { LargerPlan, LimitedResource, NoUpgrade, Period, PlanFeatures } from './plan-limits.ts'
import type { Scope } from './core.ts'
import { countText, listText, longDate } from './texts.ts'

type Resource = LimitedResource['name']

export interface Refused {
  resource: Resource
  limit: number
  used: number
  adding: number
  /** null where the platform's limit is the smaller one. */
  planName: string | null
  /** The billing period of sessions that do not take place in the present one. */
  later: Period | null
  why: NoUpgrade | 'platform'
  supportEmail: string
}

/** An amount with its noun: `25 staff accounts`, `5 GB of storage`. */
function amountText(resource: Resource, amount: number): string {
  switch (resource) {
    case 'users':
      return countText(amount, 'staff account')
    case 'sessions':
      return countText(amount, 'session')
    case 'storage':
      return `${sizeText(amount, 'en')} of storage`
  }
}

const free: Record<Resource, string> = {
  users: 'deactivate an account',
  sessions: 'cancel a session',
  storage: 'delete files',
}

/** Says why an act is refused, and what to do. */
export function refusalText(refused: Refused): string {
  return `${stateText(refused)} ${nextStepText(refused)}`
}

function stateText({ resource, limit, used, planName, adding, later }: Refused): string {
  const allowed = planName === null ? 'An organization may have' : `The plan ${planName} allows`
  const period = later ? `the billing period from ${longDate(later.start.toISOString())}` : 'a billing period'
  switch (resource) {
    case 'users':
      return `${allowed} ${amountText(resource, limit)}, and this organization has ${used}.`
    case 'sessions':
      return `${allowed} ${amountText(resource, limit)} in ${period}, not counting canceled ones, and this organization has ${used}${adding > 1 ? `; this would add ${adding}` : ''}.`
    case 'storage':
      return `${allowed} ${amountText(resource, limit)}, and this file does not fit beside the ${sizeText(used, 'en')} in use.`
  }
}

function nextStepText({ resource, why, supportEmail }: Refused): string {
  const act = free[resource]
  switch (why) {
    case 'platform':
      return `This is the platform’s limit for every organization. Write to ${supportEmail} to raise it, or ${act}.`
    case 'declined':
      return `Automatic upgrades are off: an admin can turn them on under Plan and usage, or ${act}.`
    case 'trial':
      return `A trial is not upgraded automatically. Write to ${supportEmail} for a plan, or ${act}.`
    case 'inactive':
      return `Its subscription is not renewed at present. Write to ${supportEmail}, or ${act}.`
    case 'announced':
    case 'no-plan':
      return `No larger plan is available automatically. Write to ${supportEmail}, or ${act}.`
  }
}

/** Says what an act that passes the limit of a plan leads to, as the one who acts is concerned by it. */
export function upgradeText(
  { actor }: Scope,
  { resource, limit, later }: Pick<Refused, 'resource' | 'limit' | 'later'>,
  { displayName, price, effectiveDate, timeZone, tenantName }: LargerPlan,
): string {
  const role = actor.user?.role
  const day = (instant: string) => longDate(instant, timeZone)
  const [who, its] =
    role === 'tenant_admin'
      ? ['You', 'your']
      : role === 'superadmin'
        ? [tenantName, 'its']
        : ['Your organization', 'its']
  const plan = role === 'instructor' ? displayName : `${displayName}, ${price},`
  const over = `${who} will be over ${its} plan of ${amountText(resource, limit)}`
  const decline =
    role === 'tenant_admin'
      ? 'You can decline'
      : role === 'superadmin'
        ? 'Its admins can decline'
        : 'Your admins are notified and can decline'
  if (later) {
    return `${over} in the billing period from ${day(later.start.toISOString())}. It will move to ${plan} with the period after that one. ${decline} once it has begun.`
  }
  return `${over}. It will move to ${plan} on ${day(effectiveDate)}. ${decline} until then.`
}

/** Plans that a refusal names: the smallest ones. */
const MAX_NAMED_PLANS = 2

/** Says which feature a plan lacks, which plans include it, and who can change the plan. Families read nothing of plans. */
export function lackText(
  role: Role,
  lacked: Entitlement,
  { planName, offers }: PlanFeatures,
  supportEmail: string,
): string {
  const { noun } = entitlements[lacked]
  const isAdmin = role === 'tenant_admin'
  const ask = isAdmin
    ? `To change your plan, write to ${supportEmail}.`
    : 'Ask an admin of your organization, who can have the plan changed.'
  if (role === 'parent' || role === 'student') {
    return `Your organization does not have ${noun} at present. Ask an admin of your organization.`
  }
  const names = offers
    .filter(({ included }) => included === null || included.includes(lacked))
    .map((offer) => offer.planName)
    .slice(0, MAX_NAMED_PLANS)
  const offered = names.length === 0 ? '' : ` ${listText(names)} ${names.length === 1 ? 'does' : 'do'}.`
  return `${isAdmin ? 'Your' : 'Your organization’s'} plan, ${planName}, does not include ${noun}.${offered} ${ask}`
}
