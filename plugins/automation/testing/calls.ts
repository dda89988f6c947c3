import type { Calls } from '#core/testing/calls.ts'

/** A call of each endpoint that changes something. */
export const calls: Calls = {
  'POST /api/admin/check-subscription-upgrades': async ({ admin }) => ({
    by: admin,
    resource: 'automation',
    // Time at which use was last compared with the limits; the findings are recorded for each organization.
    keeps: ['subscriptions'],
  }),
  'POST /api/admin/run-subscription-automation': async ({ admin }) => ({
    by: admin,
    resource: 'automation',
    // That a run began is noted before it does anything, so that one that was killed shows.
    keeps: ['automation_runs', 'subscriptions'],
  }),
}
