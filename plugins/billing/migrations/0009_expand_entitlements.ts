import type { Knex } from 'knex'

interface Default {
  name: string
  before: readonly string[]
  after: readonly string[]
  entitlements: readonly string[]
}

const ofStarter = ['course-catalog', 'certificates']
const ofGrowth = [...ofStarter, 'training-builder', 'report-export']

const defaults: readonly Default[] = [
  {
    name: 'trial',
    before: ['All features of Starter', 'No payment details needed'],
    after: ['All features of Growth', 'No payment details needed'],
    entitlements: ofGrowth,
  },
  {
    name: 'starter',
    before: ['Sessions and attendance', 'Challenges and leaderboard', 'Parent portal', 'E-mail support'],
    after: [
      'Sessions and attendance',
      'Challenges and leaderboard',
      'Parent portal',
      'Course catalog',
      'Certificates',
      'Email support',
    ],
    entitlements: ofStarter,
  },
  {
    name: 'growth',
    before: [
      'Everything in Starter',
      'Course catalog and certificates',
      'Training builder',
      'Reports with export',
      'Priority support',
    ],
    after: ['Everything in Starter', 'Training builder', 'Reports with export', 'Priority support'],
    entitlements: ofGrowth,
  },
  {
    name: 'enterprise',
    before: [
      'Everything in Growth',
      'Unlimited users and sessions',
      'Branding of your own',
      'Audit log export',
      'A person to call',
    ],
    after: [
      'Everything in Growth',
      'Unlimited users and sessions',
      'Branding of your own',
      'Audit log export',
      'A person to call',
    ],
    entitlements: [...ofGrowth, 'branding', 'audit-export'],
  },
]

/**
 * Plans say which features they include; null includes everything, also features that come later. Where no organization
 * ever had a plan, those that the platform began with get what their cards promise. Elsewhere every plan includes
 * everything, so that no organization loses what it has, and none by moving to a plan that was not used before.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`alter table subscription_plans
    add column entitlements jsonb check (jsonb_typeof(entitlements) = 'array')`)
  await trx.raw('set local role trellis_operator')
  const { rows: used } = await trx.raw<{ rows: object[] }>('select id from subscription_plans where ever_used limit 1')
  for (const { name, before, after, entitlements } of used.length > 0 ? [] : defaults) {
    await trx.raw(
      `update subscription_plans set features = :after::jsonb, entitlements = :entitlements::jsonb
        where name = :name and features = :before::jsonb`,
      {
        name,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
        entitlements: JSON.stringify(entitlements),
      },
    )
  }
  await trx.raw('reset role')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('alter table subscription_plans drop column entitlements')
}
