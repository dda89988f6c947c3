import type { SubscriptionStatus } from '../../contract.ts'

/** States as moves see them: past due is two, since a trial that ended has no paid period to go on with. */
export const phases = ['trialing', 'active', 'trial-ended', 'overdue', 'paused', 'canceled'] as const
export type Phase = (typeof phases)[number]

export const lifeEvents = [
  // Brought by time.
  'trial-over',
  'trial-over-nothing-due',
  'period-over',
  'cancellation-due',
  'invoice-overdue',
  // Brought by payments: the first one of a period that is not invoiced yet, and the one after which nothing is overdue.
  'first-paid',
  'settled',
  'settled-late',
  // Another plan, which is not the trial.
  'plan-chosen',
  // Set by a super admin.
  'set-trialing',
  'set-active',
  'set-past-due',
  'set-paused',
  'set-canceled',
] as const
export type LifeEvent = (typeof lifeEvents)[number]

export interface Move {
  to: Phase
  /**
   * `keep` leaves the period as it is. `next` is the one after it, invoiced. `begin` goes on with an invoiced period that
   * still runs, so that no time is invoiced twice; where there is none, one begins now and is invoiced. `trial` is the
   * days of a trial from now.
   */
  period: 'keep' | 'next' | 'begin' | 'trial'
}

const to = (phase: Phase, period: Move['period'] = 'keep'): Move => ({ to: phase, period })

const byHand = {
  'set-trialing': to('trialing', 'trial'),
  'set-active': to('active', 'begin'),
  'set-past-due': to('overdue'),
  'set-paused': to('paused'),
  'set-canceled': to('canceled'),
} as const

const nothing = {
  'trial-over': null,
  'trial-over-nothing-due': null,
  'period-over': null,
  'cancellation-due': null,
  'invoice-overdue': null,
  'first-paid': null,
  settled: null,
  'settled-late': null,
  'plan-chosen': null,
} as const

/** The moves of a subscription: what an event makes of it in each state; null where it changes nothing. */
export const moves: Record<Phase, Record<LifeEvent, Move | null>> = {
  trialing: {
    ...nothing,
    ...byHand,
    'trial-over': to('trial-ended'),
    'trial-over-nothing-due': to('active', 'begin'),
    'cancellation-due': to('canceled'),
    'first-paid': to('active', 'begin'),
    'plan-chosen': to('active', 'begin'),
    'set-past-due': to('trial-ended'),
    'set-trialing': null,
  },
  active: {
    ...nothing,
    ...byHand,
    'period-over': to('active', 'next'),
    'cancellation-due': to('canceled'),
    'invoice-overdue': to('overdue'),
    'plan-chosen': to('active'),
    'set-active': null,
  },
  'trial-ended': {
    ...nothing,
    ...byHand,
    'cancellation-due': to('canceled'),
    'first-paid': to('active', 'begin'),
    'plan-chosen': to('active', 'begin'),
    'set-past-due': null,
  },
  overdue: {
    ...nothing,
    ...byHand,
    'period-over': to('overdue', 'next'),
    'cancellation-due': to('canceled'),
    'first-paid': to('active', 'begin'),
    settled: to('active'),
    'settled-late': to('active', 'begin'),
    'plan-chosen': to('overdue'),
    'set-past-due': null,
  },
  paused: {
    ...nothing,
    ...byHand,
    'cancellation-due': to('canceled'),
    'set-paused': null,
  },
  canceled: {
    ...nothing,
    ...byHand,
    'set-canceled': null,
  },
}

/** The event that a status set by hand is. */
export const eventOfStatus: Record<SubscriptionStatus, LifeEvent> = {
  trialing: 'set-trialing',
  active: 'set-active',
  past_due: 'set-past-due',
  paused: 'set-paused',
  canceled: 'set-canceled',
}
